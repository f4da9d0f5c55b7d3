import type { UsualSale } from "@rounds/domain/catch-up/catch-up.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees, lineTotal } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import {
  isUnlikelyLow,
  isUnlikelyPrice,
  lowWords,
  timesUsual,
} from "@rounds/domain/products/unlikely-price.ts";
import { isComplete, type QuickEntry, type QuickLine } from "@rounds/domain/visits/quick-entry.ts";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useStockText } from "../api/phone/useStockText.ts";
import { ComboboxList } from "../form/field/ComboboxList.tsx";
import { isComposing } from "../ui/browser/is-composing.ts";
import { controlClass } from "../ui/control/control-class.ts";

type Line = QuickLine<ProductChoice>;

type Props = {
  label: string;
  value: string;
  read: QuickEntry<ProductChoice> | undefined;
  /** What the doctor paid last. */
  usual: readonly Pick<UsualSale, "product_id" | "unit_price">[];
  /** The server's answer, or what was missing when it was to be saved. */
  problem: string | undefined;
  disabled: boolean;
  onType: (text: string) => void;
  /** A product was chosen for letters that may mean several. */
  onChoose: (letters: string, product: ProductChoice) => void;
  /** The space bar was pressed while nothing is typed. */
  onMark: () => void;
};

/**
 * Sales typed in one line, with what they mean below. Where letters may mean several products, a list offers them:
 * the arrow keys move in it, Enter or Tab chooses, Escape closes it. The typed text itself is never changed.
 */
export function QuickEntryField(props: Props) {
  const { label, value, read, problem, disabled } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Where the caret stands; null while the field has no focus. */
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  /** The letters whose list was closed. */
  const [closed, setClosed] = useState<string | null>(null);

  const lines = read?.lines ?? [];
  const current = caret === null ? undefined : lineAt(lines, value, caret);
  const offering = current?.problem?.of === "choice" && current.letters !== closed ? current : undefined;
  const choices = offering?.choices ?? [];
  const at = Math.min(active, choices.length - 1);

  const noteCaret = () => setCaret(input.current?.selectionStart ?? null);
  const choose = (product: ProductChoice | undefined) => {
    if (offering && product) props.onChoose(offering.letters, product);
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === " " && value === "") {
      event.preventDefault();
      props.onMark();
    } else if (offering && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((at + step + choices.length) % choices.length);
    } else if (offering && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setClosed(offering.letters);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const open = offering ?? lines.find((line) => line.problem?.of === "choice");
      if (!open) return;
      event.preventDefault();
      if (offering) return choose(choices[at]);
      // A choice that was passed over: the list opens there.
      setClosed(null);
      input.current?.setSelectionRange(open.end, open.end);
      noteCaret();
    } else if (event.key === "Tab" && offering && !event.shiftKey) {
      choose(choices[at]);
    }
  };

  // A line says it more exactly.
  const shownProblem = lines.some((line) => line.problem)
    ? undefined
    : (problem ?? read?.problem ?? undefined);
  const isWrong = shownProblem !== undefined || lines.some((line) => tellable(line, current));
  return (
    <div className="relative min-w-0">
      <div className="relative">
        <input
          ref={input}
          data-field="products"
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={offering !== undefined}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={offering ? `${id}-list-${at}` : undefined}
          aria-invalid={isWrong || undefined}
          aria-describedby={lines.length > 0 || shownProblem ? `${id}-lines` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          placeholder="amx 4 @12.50, para 2"
          disabled={disabled}
          value={value}
          className={controlClass(isWrong)}
          onChange={(event) => {
            setActive(0);
            setClosed(null);
            setCaret(event.target.selectionStart);
            props.onType(event.target.value);
          }}
          onSelect={noteCaret}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
        />
        <ComboboxList<ProductChoice>
          id={`${id}-list`}
          label={label}
          value={null}
          onChange={choose as (product: ProductChoice | null) => void}
          options={choices}
          onQuery={() => {}}
          optionKey={(product) => product.id}
          optionLabel={(product) => product.name}
          renderOption={(product) => <Choice product={product} />}
          emptyText=""
          open={offering !== undefined}
          active={at}
          onHover={setActive}
          onChoose={choose}
          actionLabel={undefined}
          onAct={() => {}}
        />
      </div>
      {(lines.length > 0 || shownProblem) && (
        <ul
          id={`${id}-lines`}
          aria-label={`What is sold: ${label}`}
          className="mt-1 flex flex-col gap-0.5 text-small"
        >
          {shownProblem && <li className="wrap-anywhere text-danger">{shownProblem}</li>}
          {lines.map((line) => (
            <ReadLine key={line.start} line={line} isCurrent={line === current} usual={props.usual} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The line at the caret; after a comma and a space, the one that is about to begin is none yet. */
function lineAt(lines: readonly Line[], text: string, caret: number): Line | undefined {
  return lines.find(({ start, end }) => {
    if (caret < start) return false;
    return caret <= end || text.slice(end, caret).trim() === "";
  });
}

/** Whether a line's problem is shown: not of one that is still being typed. */
function tellable(line: Line, current: Line | undefined): boolean {
  if (line.problem === null) return false;
  return line !== current || (line.problem.of !== "unfinished" && line.problem.of !== "choice");
}

function ReadLine({ line, isCurrent, usual }: { line: Line; isCurrent: boolean } & Pick<Props, "usual">) {
  if (line.problem !== null && tellable(line, isCurrent ? line : undefined)) {
    const name =
      line.problem.of === "product" || line.problem.of === "choice" ? "" : (line.product?.name ?? "");
    return (
      <li className="wrap-anywhere text-danger">
        {name && `${name}: `}
        {line.problem.text}
      </li>
    );
  }
  if (!isComplete(line)) return null;
  const { product, quantity, unit_price, hint } = line;
  const paid = usual.find(({ product_id }) => product_id === product.id)?.unit_price;
  return (
    <li className="flex flex-wrap gap-x-2 text-muted">
      <span className="min-w-0 wrap-anywhere text-ink">{product.name}</span>
      <span className="tabular-nums">
        {quantity} × {formatRupees(unit_price)} = {formatRupees(lineTotal(quantity, unit_price))}
      </span>
      {hint && <span className="text-warn">{hint}</span>}
      {isUnlikelyPrice(unit_price, product.price) && (
        <span className="text-warn">
          Please check: {formatCount(timesUsual(unit_price, product.price))} times the usual price
        </span>
      )}
      {isUnlikelyLow(unit_price, paid ?? product.price) && (
        <span className="text-warn">Please check: {lowWords} the usual price</span>
      )}
    </li>
  );
}

function Choice({ product: { id, name, price, current_stock } }: { product: ProductChoice }) {
  const stockText = useStockText();
  return (
    <>
      <span className="block break-words">{name}</span>
      <span className="block text-small text-muted">
        {formatRupees(price)} · Stock: {stockText(id, current_stock)}
      </span>
    </>
  );
}
