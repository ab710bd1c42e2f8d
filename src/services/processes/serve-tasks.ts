/** Lets a process of a pool answer its tasks, one after the other, by a function. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  // A terminal and a service manager send signals to these processes too, which ignore them. They end only when
  // their service ends, so that the service can finish its requests.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.on(signal, () => {});
  // The connection to the service has ended, perhaps because the service was killed. An ordinary exit would first
  // wait for the task under way.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', async (task: Task) => process.send?.(await work(task)));
}
