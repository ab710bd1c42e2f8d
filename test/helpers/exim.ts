/** Debian's exim4 on a port of this machine, which delivers everything into one folder. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const PROGRAM = '/usr/sbin/exim4';
/** exim delivers as a user of its own, which only root may become. */
export const hasExim = existsSync(PROGRAM) && process.getuid?.() === 0;
// biome-ignore lint/suspicious/noConsole: someone who runs the tests must know what is left out.
if (!hasExim) console.log('No exim4, or not root: sending to a real mail server is not tested.');

const buildConfiguration = (folder: string, port: number): string => `
primary_hostname = localhost
keep_environment =
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
smtputf8_advertise_hosts = *
acl_smtp_rcpt = check_reader
acl_smtp_data = check_message
begin acl
check_reader:
  deny local_parts = nobody
       message = 5.1.1 No such user here
  deny local_parts = policy
       message = 5.7.1 Not from you
  defer local_parts = busy
        message = 4.2.1 Try again later
  accept
check_message:
  deny condition = \${if match{$h_Subject:}{unwanted}}
       message = 5.6.0 This message is unwanted
  accept
begin routers
everybody:
  driver = accept
  transport = folder
begin transports
folder:
  driver = appendfile
  directory = ${folder}/box
  user = Debian-exim
  envelope_to_add
  return_path_add
`;

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts exim, until the test ends, with a certificate for `localhost` that nobody has signed. */
export async function startExim() {
  const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-exim-'));
  for (const name of ['box', 'log', 'spool']) await mkdir(path.join(folder, name));
  // exim writes as its own user.
  for (const name of ['', 'box', 'log', 'spool']) await chmod(path.join(folder, name), 0o777);
  const certificate = path.join(folder, 'certificate.pem');
  const made = [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...[
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      path.join(folder, 'key.pem'),
      '-out',
      certificate,
    ],
  ];
  execFileSync('openssl', made, { stdio: 'ignore' });
  await chmod(path.join(folder, 'key.pem'), 0o644);
  const port = await findFreePort();
  const configuration = path.join(folder, 'exim.conf');
  await writeFile(configuration, buildConfiguration(folder, port));
  const child = spawn(PROGRAM, ['-C', configuration, '-bdf'], { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  // Also after a test that fails or takes too long, which would leave exim behind.
  onTestFinished(async () => {
    child.kill();
    await exited;
    await rm(folder, { recursive: true, force: true });
  });
  while (!existsSync(path.join(folder, 'exim.pid'))) {
    if (child.exitCode !== null) throw new Error(`exim ended with ${child.exitCode} as it started.`);
    await sleep(50);
  }
  const box = path.join(folder, 'box');
  return {
    url: `smtp://localhost:${port}`,
    certificate,
    /** Every delivered message as it lies in the folder. */
    async read(): Promise<string[]> {
      const names = (await readdir(box)).filter((name) => name.startsWith('q')).sort();
      return Promise.all(names.map((name) => readFile(path.join(box, name), 'utf8')));
    },
  };
}
