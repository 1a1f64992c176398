//! Values that are known: what reads them is told when they change.
//!
//! Leptos's signals and memos are compiled once for each type of value. Below these is a single type of either.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{Get, GetUntracked, RwSignal, Set};
use wasm_bindgen::UnwrapThrowExt;

/// A value of any type.
#[derive(Clone)]
struct Known(Arc<dyn Value>);

trait Value: Any + Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + Send + Sync + 'static> Value for T {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.is(other)
    }
}

impl Known {
    fn new<T: PartialEq + Send + Sync + 'static>(value: T) -> Self {
        Self(Arc::new(value))
    }

    fn value<T: 'static>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().unwrap_throw()
    }
}

macro_rules! readable {
    ($name:ident) => {
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T: 'static> $name<T> {
            /// The value, of which the caller is told again when it changes.
            pub(crate) fn get(self) -> T
            where
                T: Clone,
            {
                self.with(T::clone)
            }

            /// The same, without a copy.
            pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
                read(self.known.get().value())
            }

            /// The value, whatever becomes of it.
            pub(crate) fn get_untracked(self) -> T
            where
                T: Clone,
            {
                self.with_untracked(T::clone)
            }

            /// The same, without a copy.
            pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
                read(self.known.get_untracked().value())
            }

            /// The same, where the value may be gone.
            pub(crate) fn try_get_untracked(self) -> Option<T>
            where
                T: Clone,
            {
                Some(self.known.try_get_untracked()?.value::<T>().clone())
            }
        }
    };
}

/// A value that wakes its readers only when it changes.
pub(crate) struct Memo<T> {
    known: leptos::prelude::Memo<Known>,
    of: PhantomData<fn() -> T>,
}

readable!(Memo);

impl<T: 'static> Memo<T> {
    /// The caller is told when the value changes.
    pub(crate) fn track(self) {
        // One that nobody has read yet has no value that could change.
        self.with(|_| ());
    }
}

/// A value that wakes its readers only when it changes.
pub(crate) fn memo<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo_after(move |_| read())
}

/// The same, made of the value before it.
pub(crate) fn memo_after<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn(Option<&T>) -> T + Send + Sync + 'static,
) -> Memo<T> {
    type Read = Box<dyn Fn(Option<&Known>) -> Known + Send + Sync>;
    fn of(read: Read) -> leptos::prelude::Memo<Known> {
        leptos::prelude::Memo::new(read)
    }
    let read = move |before: Option<&Known>| Known::new(read(before.map(Known::value)));
    Memo { known: of(Box::new(read)), of: PhantomData }
}

/// A value that is set, and wakes its readers each time.
pub(crate) struct Signal<T> {
    known: RwSignal<Known>,
    of: PhantomData<fn() -> T>,
}

readable!(Signal);

impl<T: PartialEq + Send + Sync + 'static> Signal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { known: RwSignal::new(Known::new(value)), of: PhantomData }
    }

    /// Sets it, unless nobody can read it any more.
    pub(crate) fn set(self, value: T) {
        self.known.set(Known::new(value));
    }

    /// Sets it to something that is made of what it is.
    pub(crate) fn update(self, change: impl FnOnce(&mut T))
    where
        T: Clone,
    {
        if let Some(mut value) = self.try_get_untracked() {
            change(&mut value);
            self.set(value);
        }
    }
}
