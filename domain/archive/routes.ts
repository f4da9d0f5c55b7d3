import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { ArchivePart, ArchiveState, ArchiveUpload, ArchiveUploadInput } from "./archive.ts";

export const archiveRoutes = {
  state: route<{ response: ArchiveState }>("GET", "/api/archive"),
  /** Everything in one archive (`application/zip`), streamed. */
  export: route<{ response: string }>("GET", "/api/archive/export"),
  /** Announces an archive, whose parts follow; another that waited is dropped. */
  upload: route<{ body: ArchiveUploadInput; response: ArchiveUpload }>("POST", "/api/archive/uploads"),
  part: route<{ params: RecordParams; body: ArchivePart; response: ArchiveUpload }>(
    "POST",
    "/api/archive/uploads/:id/parts",
  ),
  /**
   * Checks an uploaded archive and brings it in. Answers lines of JSON (`archiveNews`) while it works; if the client goes
   * away, nothing is changed.
   */
  bringIn: route<{ params: RecordParams; response: string }>("POST", "/api/archive/uploads/:id/bring-in"),
};
