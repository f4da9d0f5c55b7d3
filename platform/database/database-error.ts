import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type ErrorCode, errorMessage } from "@rounds/domain/errors/errors.ts";
import { NoPrimaryError } from "./no-primary.ts";
import { NotReplicatedError } from "./session.ts";
import { brokenConstraint, isConnectionLost, sqlState } from "./transaction.ts";

/** The error code of each constraint that a well-formed request can violate. */
const constraints: Record<string, ErrorCode> = {
  users_last_admin: "last_admin",
  visits_doctor_exists: "doctor_missing",
  doctors_representative_exists: "representative_missing",
  sales_product_exists: "product_missing",
  stock_transactions_product_exists: "product_missing",
  products_stock_not_negative: "insufficient_stock",
};

/** The field of the request that such an error is about. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  doctor_missing: "doctor_id",
  representative_missing: "representative_id",
};

/**
 * The public error for an error from the database: a violated constraint, a value that PostgreSQL can't store, a full
 * disk, a server that is starting or gone. Undefined for anything else.
 */
export function databaseError(error: unknown): AppError | undefined {
  const state = sqlState(error);
  if (state === undefined)
    return isUnavailable(error) ? new AppError("unavailable", { cause: error }) : undefined;
  const code = constraints[brokenConstraint(error) ?? ""];
  if (code === "insufficient_stock") return new AppError(code, { n: 0, cause: error });
  const field = code && fieldOf[code];
  if (field) return new AppError(code, { fields: { [field]: errorMessage(code) }, cause: error });
  if (code) return new AppError(code, { cause: error });
  if (state === "53100") return new AppError("storage_full", { cause: error });
  // Class 22 is a value that can't be stored; the schemas should have refused it.
  if (state.startsWith("22")) return new AppError("validation_failed", { cause: error });
  // 08 connection, 40 rolled back too often, 53 resources, 57P shutdown or start-up, 57014 and 25P03 time-outs, 25006
  // read-only standby.
  if (/^(08|40|53|57P)|^(57014|25P03|25006)$/.test(state))
    return new AppError("unavailable", { cause: error });
  return undefined;
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof NoPrimaryError || error instanceof NotReplicatedError) return true;
  if (isConnectionLost(error)) return true;
  // All connections of the pool are busy.
  return error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
}
