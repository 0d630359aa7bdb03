//! Only a lock shows that its task is locked.

use automaton::task::Locked;

fn forge<'l>() -> Locked<'l> {
    Locked(std::marker::PhantomData)
}

fn main() {}
