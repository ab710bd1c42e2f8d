/**
 * The present moment. The present moment of a service is cut to the second, because no finer time is ever
 * shown.
 */
export type Clock = () => Date;

export const truncateToSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

export const systemClock: Clock = () => truncateToSecond(new Date());

/** Another clock keeps the milliseconds, for measuring delays of seconds. */
export const preciseClock: Clock = () => new Date();
