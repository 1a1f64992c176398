//! Texts in HTML.

use crate::quiz::formats::html::{plain, unescape};

#[test]
fn html_becomes_lines_of_text() {
    for (html, text) in [
        ("", ""),
        ("a  b\n c", "a b c"),
        ("<p>a</p><p>b</p>", "a\nb"),
        ("<p>a</p>\n<p>&nbsp;</p>\n<p>b</p>", "a\n\nb"),
        ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
        ("a<br><br><br>b", "a\n\nb"),
        ("<ul><li>a<li>b</ul>c", "• a\n• b\nc"),
        ("<b>a</b><i>b</i> <u>c</u>", "ab c"),
        (
            "H<sub>2</sub>O, x<sup>10</sup>, 1<sup>st</sup>, 2<sup>Q</sup>, a<sub>Q1</sub>",
            "H₂O, x¹⁰, 1ˢᵗ, 2^Q, a_(Q1)",
        ),
        ("a<script>alert('<b>')</script>b<style>p { }</STYLE>c<!-- <p> -->d", "abcd"),
        ("<a href='x>y'>link</a> <p class=\"a > b\">c", "link\nc"),
        ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
        ("x <y", "x <y"),
        ("&lt;p&gt; &amp;lt; &eacute;&#233;&#xE9; &hellip; &#8217; &#146;", "<p> &lt; ééé … ’ ’"),
        ("&unknown; &; & &#xFFFFFFFF; &#;", "&unknown; &; & &#xFFFFFFFF; &#;"),
        ("\\(x^2\\) $$y$$", "\\(x^2\\) $$y$$"),
        ("<pre>a  b\n  c</pre>d", "a  b\nc\nd"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<p class=\"x>a</p>b", "a\nb"),
        ("a<script>b", "a"),
        ("a<!-- b", "a"),
        ("<![CDATA[x]]>", ""),
    ] {
        assert_eq!(plain(html).text, text, "{html}");
    }
    assert_eq!(unescape("&lt;&nbsp;&amp;amp;"), "<\u{a0}&amp;");
}

#[test]
fn the_first_picture_is_found() {
    for (html, source, alt) in [
        ("<img src=\"a.png\" alt=\"A &amp; B\">", "a.png", "A & B"),
        ("<IMG ALT='x\ny' SRC = a.png />", "a.png", "x y"),
        ("<p><img width=1 src='a b.png'></p>", "a b.png", ""),
        ("<img src=\"a\"><img src=\"b\">", "a", ""),
    ] {
        let image = plain(html).image.unwrap();
        assert_eq!((&*image.source, &*image.alt), (source, alt), "{html}");
    }
    assert_eq!(plain("<img alt='x'>").image, None);
    assert_eq!(plain("<img src=a><img src=b><video src=c></video>").lost, 2);
}
