//! `view!`: the syntax of Leptos, whose elements become `crate::dom::El`.
//!
//! Leptos compiles its machinery once for each tag and each kind of attribute. Of one type, elements cost
//! what is written in them and no more, and a phone has a fifth less to download. Components stay Leptos's:
//! their tags are handed on to its own macro.

use proc_macro2::TokenStream;
use quote::quote;
use rstml::node::{KeyedAttribute, Node, NodeAttribute, NodeElement};
use syn::{Expr, ExprLit, Lit};

type Element = NodeElement<rstml::Infallible>;

/// A view: see the documentation of Leptos. Of attributes it knows `name=`, `class:`, `style:`, `prop:`,
/// `on:`, `use:` and `node_ref=`.
#[proc_macro]
pub fn view(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let parser = rstml::Parser::new(rstml::ParserConfig::default().recover_block(true));
    let (nodes, errors) = parser.parse_recoverable(TokenStream::from(tokens)).split_vec();
    let errors = errors.into_iter().map(|error| error.emit_as_expr_tokens());
    let mut views: Vec<TokenStream> = nodes.iter().filter_map(node).collect();
    let view = match views.len() {
        1 => views.remove(0),
        _ => quote!(crate::dom::list(vec![#(crate::dom::IntoChild::into_child(#views)),*])),
    };
    let view = quote! {
        #[allow(unused_braces, reason = "the braces are those of the view")]
        {
            #(#errors;)*
            #view
        }
    };
    quote!({ #view }).into()
}

/// The expression of a node; nothing for a comment.
fn node(node: &Node) -> Option<TokenStream> {
    match node {
        Node::Element(element) if is_component(element) => Some(component(element)),
        Node::Element(it) => Some(element(it)),
        Node::Text(text) => {
            let text = &text.value;
            Some(quote!(#text))
        }
        Node::Block(block) => Some(quote!(#block)),
        _ => None,
    }
}

fn is_component(element: &Element) -> bool {
    let name = element.name().to_string();
    name.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase))
}

/// A component for Leptos, with children of ours.
fn component(element: &Element) -> TokenStream {
    let (name, attributes) = (element.name(), element.attributes());
    let children: Vec<TokenStream> = element.children.iter().filter_map(node).collect();
    if children.is_empty() {
        quote!(::leptos::prelude::view! { <#name #(#attributes)* /> })
    } else {
        quote!(::leptos::prelude::view! { <#name #(#attributes)*> #({#children})* </#name> })
    }
}

fn element(element: &Element) -> TokenStream {
    let tag = element.name().to_string();
    let (mut fixed, mut parts) = (Vec::new(), Vec::new());
    for attribute in element.attributes() {
        match attribute {
            NodeAttribute::Attribute(attribute) => match literal(attribute) {
                Some((name, text)) => fixed.push(quote!((#name, #text))),
                None => parts.push(part(attribute)),
            },
            NodeAttribute::Block(block) => {
                let error = "an attribute has a name here";
                parts.push(syn::Error::new_spanned(block, error).to_compile_error());
            }
        }
    }
    let children = element.children.iter().filter_map(node);
    quote!({
        static SITE: crate::dom::Site = crate::dom::Site { tag: #tag, fixed: &[#(#fixed),*] };
        #[allow(unused_mut, reason = "some elements are empty")]
        let mut el = crate::dom::El::new(&SITE);
        #(el.#parts;)*
        #(el.child(#children);)*
        el
    })
}

/// Name and value of an attribute that never changes.
fn literal(attribute: &KeyedAttribute) -> Option<(String, String)> {
    let name = attribute.key.to_string();
    if name.contains(':') {
        return None;
    }
    match attribute.value() {
        None => Some((name, String::new())),
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Some((name, text.value())),
        _ => None,
    }
}

/// The call that adds an attribute to an element.
fn part(attribute: &KeyedAttribute) -> TokenStream {
    let key = attribute.key.to_string();
    let value = attribute.value();
    let mut words = key.splitn(2, ':');
    match (words.next().unwrap_or_default(), words.next()) {
        ("node_ref", None) => quote!(hold_in(#value)),
        (name, None) => quote!(attribute(#name, #value)),
        ("class", Some(name)) => quote!(class(#name, #value)),
        ("style", Some(name)) => quote!(style(#name, #value)),
        ("prop", Some(name)) => quote!(property(#name, #value)),
        ("on", Some(event)) => {
            let event = syn::Ident::new(event, proc_macro2::Span::call_site());
            quote!(on(::leptos::ev::#event, #value))
        }
        ("use", Some(directive)) => {
            let directive = syn::Ident::new(directive, proc_macro2::Span::call_site());
            match value {
                Some(value) => quote!(ready(move |element| #directive(element, #value))),
                None => quote!(ready(#directive)),
            }
        }
        _ => {
            syn::Error::new_spanned(&attribute.key, "no such kind of attribute").to_compile_error()
        }
    }
}
