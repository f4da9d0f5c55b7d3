import { holdsWords, searchWords } from "@rounds/domain/text/search-words.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { doctorQueries } from "../../doctors/queries.ts";
import { Combobox } from "../../form/field/Combobox.tsx";
import { moreOptions } from "../../form/field/more-options.ts";
import { useRefusalToast } from "../../ui/message/useFailureToast.ts";

const failure = "Database error fetching doctors";

/** Nobody would scroll through more: they type another letter. */
const mostOffered = 50;

type Props = { city: string | undefined; onCity: (city: string | undefined) => void };

/** Chooses one of the doctors' addresses by typing part of it. The addresses are loaded once it is opened. */
export function CityFilter({ city, onCity }: Props) {
  const [typed, setTyped] = useState<string>();
  const places = useQuery({ ...doctorQueries.places(), enabled: typed !== undefined });
  useRefusalToast(places.error, failure);
  const words = searchWords(typed ?? "");
  const found = places.data?.addresses.filter((address) => holdsWords(address, words));
  return (
    <Combobox
      label="City"
      value={city ?? null}
      options={found?.slice(0, mostOffered)}
      onQuery={setTyped}
      onChange={(address) => onCity(address ?? undefined)}
      loading={places.isFetching}
      failed={places.error ? failure : null}
      optionKey={(address) => address}
      optionLabel={(address) => address}
      emptyText="No cities found"
      note={moreOptions(mostOffered, found?.length ?? 0)}
      placeholder="All Cities"
      closesWhenCleared
    />
  );
}
