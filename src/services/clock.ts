/** The present moment, cut to the second: what is shown is all there is (contract, section 2). */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date(Math.floor(Date.now() / 1000) * 1000);
