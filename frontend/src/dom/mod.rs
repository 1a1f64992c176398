//! What `view!` makes of a tag: an element with what never changes, what follows the page, and children.
//!
//! Made anew by the same place in a view, an element stays in the document and takes what is different,
//! as the elements of Leptos do; unless it shows something else now ([`El::keyed`]).

mod child;

use std::borrow::Cow;

use leptos::prelude::*;
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::html::event::EventDescriptor;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Position, PositionState, Render, RenderHtml};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Element, Event, HtmlElement, Node};

use crate::live::{ElementRef, Live, Memo, Signal};

pub(crate) use crate::live::IntoChild;
use child::{TextNode, TextState};
pub(crate) use quizrain_view::view;

/// A tag in a view, with the attributes that never change.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) tag: &'static str,
    pub(crate) fixed: &'static [(&'static str, &'static str)],
}

type Text = Cow<'static, str>;

/// What an attribute or the like has; nothing, where it is not there.
pub(crate) enum Value {
    Fixed(Option<Text>),
    Live(Box<dyn Fn() -> Option<Text> + Send + Sync>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Attribute,
    Class,
    Style,
    Property,
}

enum Part {
    Value(Kind, &'static str, Value),
    Listener(Text, Box<dyn FnMut(Event) + Send>),
    Ready(Box<dyn FnOnce(Element) + Send>),
}

/// An element that is not in the document yet.
///
/// Its methods are called from every line of every view: written out in each of those places they would be
/// most of the program, and nothing is won by it.
pub(crate) struct El {
    site: &'static Site,
    key: u32,
    parts: Vec<Part>,
    children: Vec<AnyView>,
}

impl El {
    #[inline(never)]
    pub(crate) fn new(site: &'static Site) -> Self {
        Self { site, key: 0, parts: Vec::new(), children: Vec::new() }
    }

    /// What it shows: with another key it is another element. What stays in the document and moves, moves under fingers.
    pub(crate) fn keyed(mut self, key: u32) -> Self {
        self.key = key;
        self
    }

    #[inline(never)]
    pub(crate) fn child(&mut self, child: impl IntoChild) {
        self.children.push(child.into_child());
    }

    #[inline(never)]
    pub(crate) fn attribute(&mut self, name: &'static str, value: impl IntoValue) {
        self.parts.push(Part::Value(Kind::Attribute, name, value.into_value()));
    }

    /// A class that is there while this is true.
    #[inline(never)]
    pub(crate) fn class(&mut self, name: &'static str, value: impl IntoValue) {
        self.parts.push(Part::Value(Kind::Class, name, value.into_value()));
    }

    #[inline(never)]
    pub(crate) fn style(&mut self, name: &'static str, value: impl IntoValue) {
        self.parts.push(Part::Value(Kind::Style, name, value.into_value()));
    }

    #[inline(never)]
    pub(crate) fn property(&mut self, name: &'static str, value: impl IntoValue) {
        self.parts.push(Part::Value(Kind::Property, name, value.into_value()));
    }

    pub(crate) fn on<E: EventDescriptor>(
        &mut self,
        event: E,
        mut act: impl FnMut(E::EventType) + Send + 'static,
    ) where
        E::EventType: JsCast,
    {
        let act = move |event: Event| act(event.unchecked_into());
        self.listen(event.name(), Box::new(act));
    }

    #[inline(never)]
    fn listen(&mut self, event: Text, act: Box<dyn FnMut(Event) + Send>) {
        self.parts.push(Part::Listener(event, act));
    }

    /// Where the rest of the view finds the element.
    pub(crate) fn hold_in<E: 'static>(&mut self, place: ElementRef<E>) {
        self.ready(move |element: Element| place.load(element));
    }

    /// What is done with the element once it is there.
    pub(crate) fn ready(&mut self, act: impl FnOnce(Element) + Send + 'static) {
        self.parts.push(Part::Ready(Box::new(act)));
    }
}

/// What is left of a part while the element is there.
enum PartState {
    Fixed(Option<Text>),
    Live(#[expect(dead_code, reason = "follows for as long as it is kept")] RenderEffect<()>),
    Listener(Text, Closure<dyn FnMut(Event)>),
    Ready,
}

/// An element in the document.
pub(crate) struct ElState {
    site: &'static Site,
    key: u32,
    element: Element,
    parts: Vec<PartState>,
    children: Vec<AnyViewState>,
}

/// Of what tags in our views SVG pictures are made.
const SVG: [&str; 4] = ["svg", "path", "circle", "g"];

fn put(element: &Element, kind: Kind, name: &str, text: Option<&str>) {
    let done = match kind {
        Kind::Attribute => match text {
            Some(text) => element.set_attribute(name, text),
            None => element.remove_attribute(name),
        },
        Kind::Class => element.class_list().toggle_with_force(name, text.is_some()).map(drop),
        Kind::Style => {
            let style = element.unchecked_ref::<HtmlElement>().style();
            style.set_property(name, text.unwrap_or_default())
        }
        // Our views set what is typed in fields, pictures that are drawn as text, and flags.
        Kind::Property => {
            let value = match (name, text) {
                ("value" | "innerHTML", text) => text.unwrap_or_default().into(),
                (_, flag) => flag.is_some().into(),
            };
            js_sys::Reflect::set(element, &name.into(), &value).map(drop)
        }
    };
    debug_assert!(done.is_ok(), "{name} cannot be set");
}

impl Part {
    fn build(self, element: &Element, before: Option<PartState>) -> PartState {
        match self {
            Self::Value(kind, name, Value::Fixed(text)) => {
                // What somebody has typed or picked since, only the document knows.
                let known = kind != Kind::Property
                    && matches!(&before, Some(PartState::Fixed(known)) if *known == text);
                if !known {
                    put(element, kind, name, text.as_deref());
                }
                PartState::Fixed(text)
            }
            Self::Value(kind, name, Value::Live(read)) => {
                drop(before);
                let element = element.clone();
                let follow: Box<dyn FnMut(Option<()>)> =
                    Box::new(move |_| put(&element, kind, name, read().as_deref()));
                PartState::Live(RenderEffect::new(follow))
            }
            Self::Listener(name, act) => {
                if let Some(PartState::Listener(name, act)) = before {
                    let act = act.as_ref().unchecked_ref();
                    let _ = element.remove_event_listener_with_callback(&name, act);
                }
                let act = Closure::wrap(act as Box<dyn FnMut(Event)>);
                let _ =
                    element.add_event_listener_with_callback(&name, act.as_ref().unchecked_ref());
                PartState::Listener(name, act)
            }
            Self::Ready(act) => {
                act(element.clone());
                PartState::Ready
            }
        }
    }
}

impl Render for El {
    type State = ElState;

    fn build(self) -> ElState {
        let Self { site, key, parts, children } = self;
        let space = SVG.contains(&site.tag).then_some("http://www.w3.org/2000/svg");
        let element = match space {
            Some(space) => document().create_element_ns(Some(space), site.tag),
            None => document().create_element(site.tag),
        };
        let element = element.unwrap_throw();
        for (name, text) in site.fixed {
            put(&element, Kind::Attribute, name, Some(text));
        }
        let parts = parts.into_iter().map(|part| part.build(&element, None)).collect();
        let children = children.into_iter().map(|child| {
            let mut child = child.build();
            child.mount(&element, None);
            child
        });
        let children = children.collect();
        ElState { site, key, element, parts, children }
    }

    fn rebuild(self, state: &mut ElState) {
        let same = std::ptr::eq(self.site, state.site) && self.key == state.key;
        if !same || self.parts.len() != state.parts.len() {
            let mut new = self.build();
            state.insert_before_this(&mut new);
            state.unmount();
            *state = new;
            return;
        }
        let before = std::mem::take(&mut state.parts);
        let parts = self.parts.into_iter().zip(before);
        state.parts =
            parts.map(|(part, before)| part.build(&state.element, Some(before))).collect();
        for (child, state) in self.children.into_iter().zip(&mut state.children) {
            child.rebuild(state);
        }
    }
}

impl Mountable for ElState {
    fn unmount(&mut self) {
        self.element.remove();
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        let _ = parent.insert_before(&self.element, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        let Some(parent) = self.element.parent_element() else { return false };
        child.mount(&parent, Some(&self.element));
        true
    }

    fn elements(&self) -> Vec<Element> {
        vec![self.element.clone()]
    }
}

/// Views beside each other.
pub(crate) fn list(views: Vec<AnyView>) -> leptos::tachys::view::iterators::StaticVec<AnyView> {
    views.into()
}

/// The text that a value is written as; `None`, where what has it is not there.
pub(crate) trait IntoText {
    fn into_text(self) -> Option<Text>;
}

impl IntoText for &'static str {
    fn into_text(self) -> Option<Text> {
        Some(self.into())
    }
}

impl IntoText for String {
    fn into_text(self) -> Option<Text> {
        Some(self.into())
    }
}

impl IntoText for bool {
    fn into_text(self) -> Option<Text> {
        self.then_some("".into())
    }
}

macro_rules! numbers {
    ($($type:ty),*) => {
        $(impl IntoText for $type {
            fn into_text(self) -> Option<Text> {
                self.to_string().into_text()
            }
        })*
    };
}

numbers!(i64, u16, u32, u64, usize);

impl IntoText for char {
    fn into_text(self) -> Option<Text> {
        String::from(self).into_text()
    }
}

impl<T: IntoText> IntoText for Option<T> {
    fn into_text(self) -> Option<Text> {
        self?.into_text()
    }
}

/// What a view may give to an attribute: a value, or what tells it again and again.
pub(crate) trait IntoValue {
    fn into_value(self) -> Value;
}

impl<T: IntoText> IntoValue for T {
    fn into_value(self) -> Value {
        Value::Fixed(self.into_text())
    }
}

impl<T: IntoText + 'static> IntoValue for Live<T> {
    fn into_value(self) -> Value {
        Value::Live(Box::new(move || self().into_text()))
    }
}

impl<T: IntoText + Clone + Send + Sync + 'static> IntoValue for Memo<T> {
    fn into_value(self) -> Value {
        Value::Live(Box::new(move || self.get().into_text()))
    }
}

impl<T: IntoText + Clone + Send + Sync + 'static> IntoValue for Signal<T> {
    fn into_value(self) -> Value {
        Value::Live(Box::new(move || self.get().into_text()))
    }
}

impl<T: IntoText + Clone + Send + Sync + 'static> IntoValue for RwSignal<T> {
    fn into_value(self) -> Value {
        Value::Live(Box::new(move || self.get().into_text()))
    }
}

/// Leptos asks this of every view, for pages that a server makes. Ours are made in the browser alone.
macro_rules! in_browsers_alone {
    ($view:ty, $state:ty) => {
        impl AddAnyAttr for $view {
            type Output<A: Attribute> = Self;

            fn add_any_attr<A: Attribute>(self, _: A) -> Self {
                self
            }
        }

        impl RenderHtml for $view {
            type AsyncOutput = Self;
            type Owned = Self;

            const MIN_LENGTH: usize = 0;

            fn dry_resolve(&mut self) {}

            async fn resolve(self) -> Self {
                self
            }

            fn to_html_with_buf(
                self,
                _: &mut String,
                _: &mut Position,
                _: bool,
                _: bool,
                _: Vec<AnyAttribute>,
            ) {
            }

            fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> $state {
                self.build()
            }

            fn into_owned(self) -> Self {
                self
            }
        }
    };
}

in_browsers_alone!(El, ElState);
in_browsers_alone!(TextNode, TextState);
