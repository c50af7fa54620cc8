//! Only the test in `tests` is of interest.
