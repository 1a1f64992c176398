//! How values of options are read.

use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;

/// Reads a network, or one address.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let one = |_| text.parse::<IpAddr>().map(IpNet::from);
    let network = text.parse::<IpNet>().or_else(one);
    network.map_err(|_| "expected an address such as 10.0.0.2, or a network".to_owned())
}

/// Reads a number of hours, such as 24 or 0.5.
pub(super) fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.trim().parse::<f64>().ok();
    hours
        .and_then(|hours| Duration::try_from_secs_f64(hours * 3600.0).ok())
        .ok_or_else(|| "expected a number of hours, such as 24 or 0.5".to_owned())
}

/// Reads a number of days, such as 400 or 0.5.
pub(super) fn days(text: &str) -> Result<Duration, String> {
    let days = text.trim().parse::<f64>().ok();
    days.and_then(|days| Duration::try_from_secs_f64(days * 86_400.0).ok())
        .ok_or_else(|| "expected a number of days, such as 400 or 0.5".to_owned())
}
