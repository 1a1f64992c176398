# shellcheck shell=bash
# Shared by setup, run and test: where the tools are, which Rust to use, the front-end build, named and timed stages.
# Nothing here installs anything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rust_pinned=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
rust_minimum=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

tools=${QUIZRAIN_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/quizrain-tools}
mkdir -p "$tools"
tools=$(cd "$tools" && pwd)
target_dir=${CARGO_TARGET_DIR:-$PWD/target}

# set_path [FOLDER]: our own tools come first, then that folder, then what there was.
original_path=$PATH
set_path() { export PATH="$tools/bin:$tools/npm/node_modules/.bin:${1:+$1:}$original_path"; }
set_path

# scripts/setup installs toolchains, with a time limit; a build must not start a download of its own.
export RUSTUP_AUTO_INSTALL=0

say() { printf '    %s\n' "$*"; }
die() {
  printf '!!! %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# limit SECONDS COMMAND...: a download that is not allowed may hang instead of failing.
limit() { if has timeout; then timeout "$@"; else shift && "$@"; fi; }

# at_least MINIMUM VERSION
at_least() { [ -n "$2" ] && printf '%s\n%s\n' "$1" "$2" | sort -V -C; }

running=''
stages=''
# What runs beside a stage, by its process: it ends with the script.
beside=''

# stage NAME COMMAND...: runs the command between two lines that name it; the second tells how long it took.
stage() {
  local name=$1 start=$SECONDS
  shift
  running=$name
  printf '\n==> %s …\n' "$name"
  "$@"
  running=''
  printf '==> %s … %s s\n' "$name" $((SECONDS - start))
  stages+=$(printf '%6s s  %s' $((SECONDS - start)) "$name")$'\n'
}
trap '[ -z "$beside" ] || kill "$beside" 2>/dev/null; [ -z "$running" ] || printf "\n!!! Failed: %s\n" "$running" >&2' EXIT

# rust_release RUSTC...: the version of that compiler; nothing when it is missing, a beta or a nightly.
rust_release() { "$@" --version 2>/dev/null | sed -n 's/^rustc \([0-9.]*\) .*/\1/p' || true; }

# Picks the Rust for all that follows: the pinned release under whatever name rustup knows it, else one that is newer
# than the minimum, else the system's. RUSTUP_TOOLCHAIN is set even for the pinned one: rust-toolchain.toml names the
# WebAssembly target, and where that cannot be downloaded rustup would stop every cargo command over it.
use_rust() {
  local name version other=''
  unset RUSTUP_TOOLCHAIN
  set_path
  if ! has rustup && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/rustup" ]; then
    set_path "${CARGO_HOME:-$HOME/.cargo}/bin"
  fi
  if has rustup; then
    for name in $(rustup toolchain list | awk '{ print $1 }' | LC_ALL=C sort); do
      version=$(rust_release rustup run "$name" rustc)
      if [ "$version" = "$rust_pinned" ]; then
        export RUSTUP_TOOLCHAIN=$name
        return
      fi
      if at_least "$rust_minimum" "$version"; then other=$name; fi
    done
    if [ -n "$other" ]; then export RUSTUP_TOOLCHAIN=$other; fi
  fi
  at_least "$rust_minimum" "$(rust_release rustc)" && return
  at_least "$rust_minimum" "$(rust_release /usr/bin/rustc)" && set_path /usr/bin
}

# wasm-split-cli does not say its version; cargo has noted which it installed.
wasm_split_version() { has wasm-split-cli && sed -n 's/^"wasm_split_cli_support \([0-9.]*\) .*/\1/p' "$tools/.crates.toml" 2>/dev/null; }

wasm_target_ready() { [ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null)" ]; }

# Debian's Rust has no WebAssembly target, but it comes with the standard library's source, from which cargo builds it.
debian_llvm() { /usr/bin/rustc -vV 2>/dev/null | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }
debian_std_ready() {
  [ -x /usr/bin/cargo ] && [ -x /usr/bin/cargo-clippy ] && [ -d /usr/lib/rustlib/src/rust/library ] &&
    has "wasm-ld-$(debian_llvm)" && at_least "$rust_minimum" "$(rust_release /usr/bin/rustc)"
}

# for_wasm COMMAND...: runs a command that compiles for the browser, where need be with Debian's Rust (in a subshell:
# nothing else may see these settings).
for_wasm() (
  if ! wasm_target_ready; then
    set_path /usr/bin
    export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort
    export CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-$(debian_llvm)
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  fi
  "$@"
)

# digest FIND-ARGUMENTS...: one hash over the names and contents of files.
digest() {
  local sha256='sha256sum'
  has sha256sum || sha256='shasum -a 256'
  # shellcheck disable=SC2086  # two words where there is no sha256sum
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 $sha256 | $sha256
}
# What Trunk writes is not an input: the first build would count what it does not find yet, and the second build again.
front_end_inputs() {
  digest frontend shared .cargo scripts/lib.sh scripts/{shrink,split,sheet,text}.mjs Cargo.toml Cargo.lock \
    Trunk.{player,account,stage,styleguide}.toml \
    -path frontend/dist -prune -o ! -path frontend/player.css ! -path frontend/account.css ! -path frontend/stage.css \
    ! -path frontend/styleguide.css
  for_wasm rustc --version
  wasm-bindgen --version
  wasm_split_version || true
  wasm-opt --version
  esbuild --version
}

# Trunk takes NO_COLOR=1, which the rest of the world sets, for a mistake: it wants "true" or "false".
trunk() { env -u NO_COLOR ${NO_COLOR:+NO_COLOR=true} trunk "$@"; }

# build_front_end [styleguide]: builds frontend/dist, which the back end embeds: so this comes before any build of the back
# end. It has a folder for each of three bundles, and where it is asked for the page of all components, which no release
# embeds; their programs are compiled together. The stamp covers what went in and what came out, so a debug build that
# `trunk serve` left in frontend/dist is not mistaken for ours.
build_front_end() {
  local stamp=$target_dir/front-end.stamp inputs bundle missing='' bundles=(player account stage "$@")
  inputs=$(front_end_inputs)
  for bundle in "${bundles[@]}"; do
    [ -f "frontend/dist/$bundle/$bundle.html" ] || missing=$bundle
  done
  if [ -z "$missing" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$inputs"$'\n'"$(digest frontend/dist)" ]; then
    say "unchanged since the last build"
    return
  fi
  for_wasm cargo fetch --locked --target wasm32-unknown-unknown
  rm -rf frontend/dist
  for_wasm cargo build --locked --offline -p quizrain-frontend "${bundles[@]/#/--bin=}" \
    --profile wasm-release --target wasm32-unknown-unknown
  for bundle in "${bundles[@]}"; do
    # Offline, or Trunk looks on the network for tools that are in PATH already.
    for_wasm trunk --config "Trunk.$bundle.toml" build --release --cargo-profile wasm-release --locked --offline
  done
  mkdir -p "$target_dir"
  printf '%s\n%s\n' "$inputs" "$(digest frontend/dist)" >"$stamp"
}

# build_release BINARIES...: programs that serve. Both packages are named whichever is built, because cargo chooses the
# features of what they share by that: so scripts/run, scripts/bench and scripts/soak compile the server once.
build_release() { cargo build --release --locked -p quizrain -p quizrain-bench "$@"; }
