/** The words of a text, for lists that would need a line for each. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
