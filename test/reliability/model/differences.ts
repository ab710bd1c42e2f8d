/** The places where two values differ, by path, which is far shorter to read than both values. */
export function differencesOf(service: unknown, model: unknown, path = ''): string[] {
  if (Object.is(service, model)) return [];
  if (!isTree(service) || !isTree(model) || Array.isArray(service) !== Array.isArray(model))
    return [`${path || 'all'}: the service has ${told(service)}, the model ${told(model)}`];
  const keys = new Set([...Object.keys(service), ...Object.keys(model)]);
  return [...keys].flatMap((key) => differencesOf(service[key], model[key], path ? `${path}.${key}` : key));
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const told = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 600));

/** Throws if there is any difference. */
export function expectNone(what: string, service: unknown, model: unknown): void {
  const differences = differencesOf(service, model);
  if (differences.length === 0) return;
  const shown = differences.slice(0, 20);
  const more = differences.length - shown.length;
  throw new Error([`${what} differs:`, ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
}
