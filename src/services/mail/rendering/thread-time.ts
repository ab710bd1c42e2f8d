/** How many milliseconds of a processor this thread has had. */
export function countThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
