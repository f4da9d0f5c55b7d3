import { catchUpQuery, catchUp as catchUpShape } from "@rounds/domain/catch-up/catch-up.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { view } from "../api/endpoint.ts";
import { readCatchUp } from "./read-catch-up.ts";

const notYet = "Please choose today or an earlier day";

export const catchUp = {
  read: view(
    { query: catchUpQuery, response: catchUpShape },
    ({ query }, { db, actor, today, time_zone }) => {
      const day = query.day || today;
      if (day > today) throw new AppError("validation_failed", { fields: { day: notYet } });
      return readCatchUp(db, { day, doctors: query.doctors }, { id: actor.id, today, time_zone });
    },
  ),
};
