import { Card } from "../ui/Card.tsx";
import { type Away, later, NotLoaded } from "../ui/later.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** While their code is on its way. */
function instead(_: object, away: Away) {
  return <Card>{away.failed ? <NotLoaded {...away} /> : <Skeleton lines={8} />}</Card>;
}

/** The code of the other days comes after that of today. */
export const LaterTomorrow = later(
  () => import("./TomorrowDay.tsx").then((module) => module.TomorrowDay),
  instead,
);
export const LaterWeek = later(() => import("./Week.tsx").then((module) => module.Week), instead);
