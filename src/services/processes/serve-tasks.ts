/** One after the other. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  // A terminal and a service manager signal these processes too. They end only when their service ends, so
  // that it can finish its requests.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.on(signal, () => {});
  // The service has ended, perhaps because it was killed. An ordinary exit would first wait for the task
  // under way.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', async (task: Task) => process.send?.(await work(task)));
}
