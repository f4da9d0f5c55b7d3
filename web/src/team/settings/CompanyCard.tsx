import { company } from "@rounds/domain/team/company.ts";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { companyQuery } from "../../api/company.ts";
import { FormDialog } from "../../form/FormDialog.tsx";
import { TextField } from "../../form/field/TextField.tsx";
import { undoOffer } from "../../history/undo-offer.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { QueryFallback } from "../../ui/message/QueryFallback.tsx";
import { toast } from "../../ui/message/toast.ts";
import { saveCompany } from "./settings.ts";

/** What the company is called on paper, with a button to change it. */
export function CompanyCard() {
  const query = useQuery(companyQuery());
  const { data } = query;
  const [changing, setChanging] = useState(false);
  return (
    <Card
      title="Company name"
      actions={
        data && (
          <Button icon={Pencil} size="small" aria-haspopup="dialog" onClick={() => setChanging(true)}>
            Edit name
          </Button>
        )
      }
    >
      <p className="text-muted">On top of every page that somebody prints.</p>
      {data ? (
        <p className={`mt-3 wrap-anywhere ${data.name ? "font-medium" : "text-muted"}`}>
          {data.name ?? "No name yet."}
        </p>
      ) : (
        <div className="mt-3">
          <QueryFallback
            query={query}
            message="The company name could not be loaded."
            lines={1}
            label="Loading the company name"
          />
        </div>
      )}
      {data && changing && (
        <FormDialog
          title="Company name"
          description="Without a name, paper shows none."
          schema={company}
          defaultValues={{ name: data.name ?? "" }}
          onSave={(values) => saveCompany(values)}
          onSaved={(saved) => {
            const words = saved.name ? "Company name saved." : "Company name removed.";
            toast.success(words, undoOffer(saved, { noun: "company" }));
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
          errorText="Error saving. Please try again."
        >
          {({ register, formState: { errors } }) => (
            <TextField
              label="Name"
              autoComplete="organization"
              {...register("name")}
              error={errors.name?.message}
            />
          )}
        </FormDialog>
      )}
    </Card>
  );
}
