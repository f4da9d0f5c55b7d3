import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLabel, importLists } from "@rounds/domain/imports/import-lists.ts";
import { Download, FileUp } from "lucide-react";
import { useId, useState } from "react";
import { FileInput } from "../../form/field/FileInput.tsx";
import { TextArea } from "../../form/field/TextArea.tsx";
import { HeldFields } from "../../form/HeldFields.tsx";
import { saveFile } from "../../ui/browser/save-file.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { nounWords } from "../noun-words.ts";

type Props = {
  noun: ImportNoun;
  busy: boolean;
  problem: string | undefined;
  onChoose: (source: Blob | string, fileName: string) => void;
};

/** The name of an import of pasted cells. */
const pastedName = "Pasted cells";
/** More pasted characters than that are read at once: the page would stop while the field lays them out. */
const mostShown = 50_000;

/** The first step: a file that is chosen or dropped, or cells that are pasted. */
export function ChooseFile({ noun, busy, problem, onChoose }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [pasted, setPasted] = useState("");
  const { one, row = one } = nounWords[noun];
  const take = (file: File | undefined) => file && !busy && onChoose(file, file.name);
  return (
    <Card
      title="Choose a list"
      actions={
        <Button size="small" icon={Download} onClick={() => saveTemplate(noun)}>
          Template
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          An Excel workbook (.xlsx) or a CSV file with one {row} in each row, at most 20,000 rows and 5 MB.
          Nothing is changed before you have seen what would happen.
        </p>
        <ErrorBanner message={problem} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to use the field inside */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer.files[0]);
          }}
          className={`flex flex-col gap-1.5 rounded-card border-2 border-dashed p-4 sm:p-6 ${over ? "border-accent bg-accent-soft" : "border-line"}`}
        >
          <label htmlFor={id} className="flex items-center gap-2 font-medium">
            <FileUp size={18} aria-hidden="true" className="text-accent" />
            Choose a file, or drop it here
          </label>
          <HeldFields held={busy}>
            <FileInput
              id={id}
              accept=".csv,.xlsx,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              onChange={(event) => {
                take(event.target.files?.[0]);
                // The same file can be chosen again after it was corrected.
                event.target.value = "";
              }}
            />
          </HeldFields>
        </div>
        <form
          noValidate
          aria-label="Paste cells"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.trim() !== "" && !busy) onChoose(pasted, pastedName);
          }}
        >
          <TextArea
            label="Or paste cells"
            hint="Select the cells in your sheet with their headings, copy them, and paste them here."
            rows={4}
            wrap="off"
            spellCheck={false}
            value={pasted}
            onPaste={(event) => {
              const text = event.clipboardData.getData("text/plain");
              if (text.length <= mostShown) return;
              event.preventDefault();
              if (!busy) onChoose(pasted + text, pastedName);
            }}
            onChange={(event) => setPasted(event.target.value)}
          />
          <div>
            <Button type="submit" busy={busy} busyLabel="Reading..." disabled={pasted.trim() === ""}>
              Read the cells
            </Button>
          </div>
        </form>
        <p role="status" className="sr-only">
          {busy && "Reading..."}
        </p>
      </div>
    </Card>
  );
}

/** Saves an empty list with the headings that are recognised. The mark tells Excel that it is UTF-8. */
function saveTemplate(noun: ImportNoun): void {
  const headings = importLists[noun].fields.map((field) => importLabel(noun, field)).join(",");
  saveFile(new Blob([`\ufeff${headings}\r\n`], { type: "text/csv" }), `${noun}-template.csv`);
}
