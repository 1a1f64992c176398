//! What an element may have in it: texts, all of one type whatever they are made of, and views.

use leptos::prelude::*;
use leptos::tachys::renderer::Rndr;
use leptos::tachys::renderer::types::{Element, Node, Text};
use leptos::tachys::view::iterators::StaticVec;
use leptos::tachys::view::{Mountable, Render};

use super::{El, IntoValue, Value};
use crate::live::{IntoChild, Live, Memo};

/// A text that is not in the document yet.
pub(super) struct TextNode(Value);

/// A text in the document.
pub(super) struct TextState {
    node: Text,
    follow: Option<RenderEffect<()>>,
}

impl TextState {
    fn show(&mut self, value: Value) {
        self.follow = match value {
            Value::Fixed(text) => {
                Rndr::set_text(&self.node, text.as_deref().unwrap_or_default());
                None
            }
            Value::Live(read) => {
                let node = self.node.clone();
                let follow: Box<dyn FnMut(Option<()>)> =
                    Box::new(move |_| Rndr::set_text(&node, read().as_deref().unwrap_or_default()));
                Some(RenderEffect::new(follow))
            }
        };
    }
}

impl Render for TextNode {
    type State = TextState;

    fn build(self) -> TextState {
        let mut state = TextState { node: Rndr::create_text_node(""), follow: None };
        state.show(self.0);
        state
    }

    fn rebuild(self, state: &mut TextState) {
        state.show(self.0);
    }
}

impl Mountable for TextState {
    fn unmount(&mut self) {
        self.node.unmount();
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        self.node.mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.node.insert_before_this(child)
    }

    fn elements(&self) -> Vec<web_sys::Element> {
        Vec::new()
    }
}

#[inline(never)]
fn text(value: Value) -> AnyView {
    TextNode(value).into_any()
}

macro_rules! texts {
    ($($type:ty),*) => {
        $(impl IntoChild for $type {
            fn into_child(self) -> AnyView {
                text(self.into_value())
            }
        })*
    };
}

texts!(&'static str, String, char, i64, u16, u32, u64, usize);
texts!(
    Live<&'static str>,
    Live<String>,
    Live<Option<&'static str>>,
    Live<Option<String>>,
    Live<u32>
);
texts!(
    Memo<&'static str>,
    Memo<Option<&'static str>>,
    Memo<String>,
    Memo<Option<String>>,
    Memo<u32>,
    Memo<u64>
);

macro_rules! views {
    ($($type:ty),*) => {
        $(impl IntoChild for $type {
            fn into_child(self) -> AnyView {
                self.into_any()
            }
        })*
    };
}

views!((), El, StaticVec<AnyView>, Live<AnyView>);

impl IntoChild for AnyView {
    fn into_child(self) -> AnyView {
        self
    }
}

/// A component.
impl<V> IntoChild for View<V>
where
    Self: IntoAny,
{
    fn into_child(self) -> AnyView {
        self.into_any()
    }
}

impl<C: IntoChild> IntoChild for Option<C> {
    fn into_child(self) -> AnyView {
        self.map_or_else(|| ().into_any(), C::into_child)
    }
}

impl<C: IntoChild> IntoChild for Vec<C> {
    fn into_child(self) -> AnyView {
        let children = self.into_iter().map(C::into_child).collect();
        super::list(children).into_any()
    }
}
