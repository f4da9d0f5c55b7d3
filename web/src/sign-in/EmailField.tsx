import type { ComponentProps } from "react";
import { TextField } from "../form/field/TextField.tsx";

/** Asks for the address of an account; a password manager may fill it in. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      {...field}
      label="Email address"
      name="email"
      type="email"
      required
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="Enter your email"
    />
  );
}
