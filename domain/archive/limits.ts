/** The bytes of a part of an uploaded archive: with base64 and JSON around them they fit into a request. */
export const partBytes = 512 * 1024;

/** The largest archive that is accepted, in bytes. */
export const mostArchiveBytes = 1024 * 1024 * 1024;
