//! Whose browsers are, asked by many at the same time.

use crate::batch::Operation;
use crate::people::{Device, Owner};
use crate::store::StoreError;
use crate::store::sql::Sql;

/// Reads whose browsers are.
pub(super) struct Bindings {
    pub(super) sql: Sql,
}

impl Operation for Bindings {
    type Request = Device;
    type Response = Option<Owner>;
    const NAME: &'static str = "owner";

    async fn call(&self, devices: &[Device]) -> Result<Vec<Option<Owner>>, StoreError> {
        let owners = self.sql.device_owners(devices).await?;
        Ok(devices.iter().map(|device| owners.get(device).copied()).collect())
    }
}
