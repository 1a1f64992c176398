//! Where a view's code finds one of its elements.

use std::marker::PhantomData;

use leptos::tachys::renderer::types::Element;
use wasm_bindgen::JsCast;

use super::Signal;

/// An element of a type, once it is there. Leptos's `NodeRef` is compiled once for each type of element, and keeps it
/// for one thread.
pub(crate) struct ElementRef<E> {
    element: Signal<Option<Element>>,
    of: PhantomData<fn() -> E>,
}

impl<E> Clone for ElementRef<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for ElementRef<E> {}

impl<E> ElementRef<E> {
    pub(crate) fn new() -> Self {
        Self { element: Signal::new(None), of: PhantomData }
    }

    /// The element is there, and is what its tag says.
    pub(crate) fn load(self, element: Element) {
        self.element.set(Some(element));
    }
}

impl<E: JsCast> ElementRef<E> {
    /// The element, of which the caller is told again when it appears.
    pub(crate) fn get(self) -> Option<E> {
        self.element.get().map(JsCast::unchecked_into)
    }

    /// The same, whatever becomes of it; the page may be gone.
    pub(crate) fn get_untracked(self) -> Option<E> {
        self.element.try_get_untracked().flatten().map(JsCast::unchecked_into)
    }
}
