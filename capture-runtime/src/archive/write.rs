//! Writes that either happen or do not: nobody ever sees half a file.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes `bytes` to `path`. The file is complete on the disk before it has its name, and what had the name before stays until then.
pub(crate) fn atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    permit(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    // The name is in the folder: that has to reach the disk as well. Windows has no such call for folders.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// A temporary file is its owner's alone; a saved program is as readable as other files.
fn permit(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

/// The bytes of the file at `path`, `most + 1` of them at the most: whoever reads them sees that there are too many.
pub(super) fn bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
