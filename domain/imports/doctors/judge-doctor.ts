import { longestAddress } from "../../doctors/limits.ts";
import type { ImportReason } from "../import-row.ts";
import {
  doubled,
  type Judgement,
  judgeDecision,
  looked,
  type OtherLine,
  type RowWithDecision,
  reason,
  refused,
} from "../judgement.ts";
import type { CleanedDoctor, FilledDoctor } from "./clean-doctor.ts";
import {
  type Difference,
  differencesOf,
  type Identity,
  identityOf,
  isAsExported,
  type KnownDoctor,
  type Likeness,
  likenessOf,
} from "./compare-doctors.ts";

/** To whom a row gives the doctor: an id, null for everybody, or why that is not known. */
export type Receiver = { id: string | null } | { unknown: string };

/** Another row of the file, as a doctor. */
type OtherDoctor = Omit<OtherLine, "cells"> & { identity: Identity };

export type RowToJudge = RowWithDecision<KnownDoctor> & {
  row: CleanedDoctor;
  /** Other rows that may be like it. */
  others: readonly OtherDoctor[];
  /** Whom the text of the representative means. */
  receiver: Receiver | null;
  /** Why the person may not give this doctor to somebody; null if they may. */
  refusedToGive: (doctor: KnownDoctor) => ImportReason | null;
};

/** What becomes of a row, with the fields to write. */
export type DoctorValues = FilledDoctor & { representative_id?: string | null };

type Match = { doctor: KnownDoctor; likeness: Likeness; differences: Difference[] };

/** What the file and the directory say about a row; it is the same however often it is asked. */
export function judgeDoctor(asked: RowToJudge): Judgement {
  const matches = matchesOf(asked);
  const exported = matches.find(({ doctor }) => isAsExported(asked.row, doctor));
  return judgeDecision(
    asked,
    matches.map(({ doctor }) => doctor),
    exported?.doctor,
    {
      one: "doctor",
      created: (base) => created(asked, base),
      unchanged: (base, doctor) => unchanged(asked, base, doctor),
      updated: (base, doctor) => updated(asked, base, doctor),
      undecided: (base) => undecided(asked, base, matches),
    },
  );
}

function undecided(asked: RowToJudge, base: Judgement, matches: readonly Match[]): Judgement {
  const equal = matches.find(
    ({ doctor, likeness, differences }) =>
      (likeness === "same" || likeness === "same_name") && differences.length === 0 && !gives(asked, doctor),
  );
  if (equal) return unchanged(asked, base, equal.doctor);
  const [first, second] = matches.filter(({ likeness }) => likeness === "same");
  if (first && second)
    return looked(
      { ...base, target_id: first.doctor.id },
      reason("several", "More than one doctor is like this."),
    );
  if (first) return updated(asked, base, first.doctor);
  const [like] = matches;
  if (like) {
    const reasons = [...new Set(matches.map(({ likeness }) => likeness))].map(
      (likeness) => likeReasons[likeness],
    );
    return looked({ ...base, target_id: like.doctor.id }, ...reasons);
  }
  return created(asked, base);
}

const likeReasons: Readonly<Record<Likeness, ImportReason>> = {
  same: reason("same", "This doctor is there already."),
  same_name: reason("same_name", "A doctor of this name is there, perhaps in the same city.", "name"),
  same_phone: reason(
    "same_phone",
    "A doctor whose name is written differently has this number.",
    "contact_number",
  ),
  same_email: reason("same_email", "Another doctor has this email address.", "email"),
};

const order: readonly Likeness[] = ["same", "same_name", "same_phone", "same_email"];

/** The doctors who are like the row, the likeliest first, and among those the one from whom it differs least. */
function matchesOf({ row, known }: RowToJudge): Match[] {
  const identity = identityOf(row);
  const matches = known.flatMap((doctor): Match[] => {
    const likeness = likenessOf(identity, doctor);
    return likeness ? [{ doctor, likeness, differences: differencesOf(row, doctor) }] : [];
  });
  return matches.sort(
    (one, other) =>
      order.indexOf(one.likeness) - order.indexOf(other.likeness) ||
      one.differences.length - other.differences.length ||
      (one.doctor.id < other.doctor.id ? -1 : 1),
  );
}

/** Whether the row gives a doctor to somebody else, or to somebody who is not known. */
function gives({ row, receiver }: RowToJudge, doctor: KnownDoctor): boolean {
  if (!receiver || row.raw.representative === doctor.representative) return false;
  return "unknown" in receiver || receiver.id !== doctor.representative_id;
}

function created(asked: RowToJudge, base: Judgement): Judgement {
  const { row, receiver, decision } = asked;
  if (receiver && "unknown" in receiver) return unknownReceiver(base, receiver.unknown);
  const identity = identityOf(row);
  const double = decision
    ? undefined
    : asked.others.find((other) => other.verdict !== "same" && likenessOf(identity, other.identity));
  if (double) return doubled(base, double.line, doubleWords(identity, double.identity));
  return {
    ...base,
    verdict: "create",
    values: { ...row.filled, ...(receiver && { representative_id: receiver.id }) },
  };
}

/** What another line of the file has in common with a row. */
function doubleWords(one: Identity, other: Identity): string {
  switch (likenessOf(one, other)) {
    case "same":
      return "is the same doctor";
    case "same_phone":
      return "has this number under another name";
    case "same_email":
      return "has this email address under another name";
    default:
      return "looks like the same doctor";
  }
}

/** A row that changes nothing, unless another line of the file changes the same doctor: then one of them is wrong. */
function unchanged({ others, decision }: RowToJudge, base: Judgement, doctor: KnownDoctor): Judgement {
  const found = { ...base, target_id: doctor.id };
  const other = others.find(({ target_id, verdict }) => target_id === doctor.id && verdict === "update");
  if (!other || decision) return { ...found, verdict: "same" };
  return doubled(found, other.line, "changes this doctor already");
}

function updated(asked: RowToJudge, base: Judgement, doctor: KnownDoctor): Judgement {
  const { row, receiver, others } = asked;
  const found = { ...base, target_id: doctor.id };
  const isGiven = gives(asked, doctor);
  if (isGiven && receiver && "unknown" in receiver) return unknownReceiver(found, receiver.unknown);
  const refusal = isGiven ? asked.refusedToGive(doctor) : null;
  if (refusal) return refused(found, refusal);
  const differences = differencesOf(row, doctor);
  if (differences.length === 0 && !isGiven) return unchanged(asked, base, doctor);
  if (differences.some(({ field, to }) => field === "address" && to.length > longestAddress)) {
    const message = `With this city, the address is longer than ${longestAddress} characters.`;
    return refused(found, reason("validation_failed", message, "city"));
  }
  const other = others.find(({ target_id }) => target_id === doctor.id);
  if (other && (other.verdict === "update" || !asked.decision))
    return doubled(found, other.line, "is about this doctor already");
  const identity = identityOf(row);
  const double = asked.decision
    ? undefined
    : others.find(({ verdict, identity: its }) => verdict === "create" && likenessOf(identity, its));
  if (double) return doubled(found, double.line, doubleWords(identity, double.identity));
  const given = isGiven && receiver && "id" in receiver ? receiver.id : undefined;
  return {
    ...found,
    verdict: "update",
    changes: [
      ...differences.map(({ field, from, to }) => ({ field, from, to })),
      ...(given === undefined
        ? []
        : [
            {
              field: "representative" as const,
              from: doctor.representative,
              to: given === null ? "Everybody" : row.representative,
            },
          ]),
    ],
    values: {
      ...(Object.fromEntries(differences.map(({ field, value }) => [field, value])) as FilledDoctor),
      ...(given !== undefined && { representative_id: given }),
    },
  };
}

function unknownReceiver(base: Judgement, message: string): Judgement {
  return refused(base, reason("representative_missing", message, "representative"));
}
