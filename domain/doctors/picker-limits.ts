/** The most doctors that the picker offers at once, and the number up to which it counts matches. */
export const maxDoctorOptions = 20;
export const maxDoctorsCounted = 1000;

/** How many of a person's last visits are searched for recent doctors, and how many of those doctors are offered. */
export const visitsLookedAt = 60;
export const recentOffered = 6;

/** How many doctors like one that is typed are said. */
export const maxAlike = 3;

/** How many of a day's scheduled visits are offered; together with the recent ones they leave room for others. */
export const scheduledOffered = 10;
