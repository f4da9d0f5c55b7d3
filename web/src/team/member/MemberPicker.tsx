import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox } from "../../form/field/Combobox.tsx";
import { teamQueries } from "../queries.ts";
import { addressesOf } from "./member-words.ts";

/** An account, as far as a filter needs it. */
export type MemberChoice = Pick<TeamMember, "id" | "name" | "email" | "phone">;

type Props = { value: MemberChoice | null; onChange: (member: MemberChoice | null) => void };

/** Finds an account by part of the name, address or number. */
export function MemberPicker({ value, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const people = useQuery({ ...teamQueries.choices(typed ?? ""), enabled: typed !== undefined });
  return (
    <Combobox<MemberChoice>
      label="Person"
      value={value}
      onChange={onChange}
      options={people.data}
      onQuery={setTyped}
      loading={people.isFetching}
      outdated={people.isPlaceholderData}
      failed={people.error ? "Error loading the team" : null}
      optionKey={(member) => member.id}
      optionLabel={nameOf}
      renderOption={(member) => (
        <>
          <span className="block wrap-anywhere">{nameOf(member)}</span>
          {addressesOf(member).map((address) => (
            <span key={address} className="block text-small font-normal wrap-anywhere text-muted">
              {address}
            </span>
          ))}
        </>
      )}
      emptyText="Nobody found"
      placeholder="Search by name, email or phone"
      closesWhenCleared
      ref={leadHere}
    />
  );
}

/** The key "/" focuses the box. */
function leadHere(input: HTMLInputElement | null) {
  input?.setAttribute("data-search", "");
}
