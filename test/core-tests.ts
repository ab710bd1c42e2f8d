/** The folders with the tests of the core, which load no option save through the lists of all. */
export const CORE_TESTS = [
  'domain',
  'db',
  'services',
  'schemas',
  'plugins',
  'routes',
  'web',
  'registers',
] as const;
