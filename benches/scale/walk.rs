//! Walks a tree and reads every file in it: the least that a look at all tasks can cost.

use std::io::Read as _;
use std::path::Path;
use std::{env, fs, io};

fn walk(folder: &Path, buffer: &mut Vec<u8>) -> io::Result<u64> {
    let mut read = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            read += walk(&entry.path(), buffer)?;
        } else {
            buffer.clear();
            read += fs::File::open(entry.path())?.read_to_end(buffer)? as u64;
        }
    }
    Ok(read)
}

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).expect("a folder");
    println!("{} bytes", walk(Path::new(&folder), &mut Vec::new())?);
    Ok(())
}
