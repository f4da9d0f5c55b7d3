import { AppError } from "@rounds/domain/errors/app-error.ts";

/** Where in an archive something is wrong. */
type Place = { file?: string; line?: number };

/** An archive that can't be brought in: what is wrong and where, in words for its owner. */
export class ArchiveProblem extends AppError {
  readonly place: Place;

  constructor(what: string, place: Place = {}) {
    const { file, line } = place;
    const where = [file, line && `line ${line}`].filter(Boolean).join(", ");
    super("archive_unusable", {
      message: `${where ? `${where}: ${what}` : what} Nothing was changed.`,
      details: { ...place },
    });
    this.place = place;
  }
}
