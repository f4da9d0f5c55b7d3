import type {
  LikelyDoctor,
  LikelyPair,
  LikelyPairs,
} from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { Unread } from "../../history/Unread.tsx";
import { undoOfferBy } from "../../history/undo-by.ts";
import { paths } from "../../paths.ts";
import { Pagination } from "../../table/Pagination.tsx";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { type ChangePage, usePageInReach } from "../../table/usePageInReach.ts";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { outcomeWords } from "../../ui/message/outcome.ts";
import { toast } from "../../ui/message/toast.ts";
import { BackHeader } from "../../ui/navigation/BackHeader.tsx";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { decidePair, likelyPairsQuery } from "./likely-pairs.ts";
import { MergeDoctorsDialog } from "./MergeDoctorsDialog.tsx";
import { useMergeRefusal } from "./useMergeRefusal.ts";

/** The screen /data/likely-duplicates: pairs of doctors who are probably one, the likeliest first. */
export function LikelyPairsPage() {
  const [wanted, setWanted] = useState(1);
  const query = useQuery(likelyPairsQuery(wanted));
  const { data } = query;
  const turn = useCallback<ChangePage>(({ page }) => setWanted(page), []);
  usePageInReach(wanted, query.isPlaceholderData ? undefined : data?.page, turn);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title="Likely duplicates"
        summary={data && summaryOf(data)}
        back={paths.data()}
        backLabel="Back to data"
      />
      <p className="text-muted">
        Doctors who were probably entered twice, by phone, email and the sound of their names. “Not the same”
        takes a pair off this list for everybody.
      </p>
      {data?.total === 0 ? (
        <Card>
          <EmptyState
            icon={UsersRound}
            title="No likely duplicates."
            hint="Doctors who look like one appear here, with what they have in common."
          />
        </Card>
      ) : data ? (
        <Card flush>
          <ul ref={list} aria-label="Likely duplicates" className="divide-y divide-line">
            {data.rows.map((pair) => (
              <PairRow key={pair.one.id + pair.other.id} pair={pair} />
            ))}
          </ul>
          <Pagination list={data} asked={wanted} itemName="pairs" onPage={setWanted} />
        </Card>
      ) : (
        <Card>
          <Unread query={query} what="the likely duplicates" lines={8} />
        </Card>
      )}
    </div>
  );
}

function summaryOf({ total, is_limited }: LikelyPairs): string | undefined {
  if (total === 0) return undefined;
  const pairs = counted(total, "pair");
  return is_limited ? `The ${formatCount(total)} likeliest pairs; more follow as these are decided` : pairs;
}

function PairRow({ pair }: { pair: LikelyPair }) {
  const [busy, setBusy] = useState(false);
  const [merging, setMerging] = useState(false);
  const refusalOf = useMergeRefusal();
  // Either of them may stay.
  const refusal = refusalOf(pair.one) && refusalOf(pair.other);
  const decide = async () => {
    setBusy(true);
    try {
      await decidePair(pair, true);
      toast.success(
        `${pair.one.name} and ${pair.other.name} are two doctors.`,
        undoOfferBy(
          `${pair.one.id} ${pair.other.id}`,
          () => decidePair(pair, false),
          "Undone: the pair is in the list again.",
        ),
      );
    } catch (thrown) {
      const error = asApiError(thrown);
      toast.error(error.message, { lead: outcomeWords(error, "This was not saved.", "this was saved") });
    }
    setBusy(false);
  };
  return (
    <li data-row className="flex flex-col gap-3 px-4 py-4 sm:px-5">
      <p className="font-medium">{capitalized(pair.reason)}</p>
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Facts doctor={pair.one} />
        <Facts doctor={pair.other} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          data-row-focus
          busy={busy}
          onClick={() => void decide()}
          aria-label={`Not the same: ${pair.one.name} and ${pair.other.name}`}
        >
          Not the same
        </Button>
        <Button
          aria-haspopup="dialog"
          aria-label={`Merge ${pair.one.name} and ${pair.other.name}`}
          onClick={() => setMerging(true)}
          {...refused(refusal)}
        >
          Merge…
        </Button>
        {merging && <MergeDoctorsDialog pair={pair} onClose={() => setMerging(false)} />}
      </div>
    </li>
  );
}

function Facts({ doctor }: { doctor: LikelyDoctor }) {
  const { name, specialization, hospital, contact_number, email, address, visits } = doctor;
  const lines = [[specialization, hospital], [contact_number, email], [address]].map((facts) =>
    facts.filter(Boolean).join(" · "),
  );
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="font-medium">
        <TextLink target={paths.doctor(doctor.id)}>{name}</TextLink>
      </p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="text-small text-muted">{visits === 0 ? "No visits" : counted(visits, "visit")}</p>
    </div>
  );
}
