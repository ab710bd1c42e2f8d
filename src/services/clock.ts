/** Cut to the second, because answers show no finer time. */
export type Clock = () => Date;

export const truncateToSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

export const systemClock: Clock = () => truncateToSecond(new Date());

/** With milliseconds, for delays of a few seconds. */
export const preciseClock: Clock = () => new Date();
