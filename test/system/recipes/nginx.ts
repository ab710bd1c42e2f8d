/** nginx by the file in docs/operations.md, in a folder and on ports of its own. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execute, findProgram, readRecipe, startProgram } from './page.ts';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The page's file for nginx, for processes on these ports. */
export const readNginxConfig = (
  folder: string,
  { port, processes: [first, second] }: { port: number; processes: readonly [number, number] },
): string =>
  readRecipe('/etc/nginx/conf.d/innkeep.conf', {
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    'listen 443': `listen ${port}`,
    '/etc/letsencrypt/live/stays.example': path.join(folder, 'certificate'),
  });

/** Starts nginx with this configuration of its server, once nginx itself finds no fault with it. */
export async function startNginx(folder: string, config: string) {
  const certificate = path.join(folder, 'certificate');
  await mkdir(certificate, { recursive: true });
  const files = ['-keyout', `${certificate}/privkey.pem`, '-out', `${certificate}/fullchain.pem`];
  await execute('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=stays.example',
    ...files,
  ]);
  const home = await mkdtemp(path.join(folder, 'nginx-'));
  await writeFile(path.join(home, 'innkeep.conf'), config);
  await writeFile(
    path.join(home, 'nginx.conf'),
    `daemon off; pid ${home}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${home};`).join(' ')}
  include ${home}/innkeep.conf;
}`,
  );
  const nginx = findProgram('nginx') ?? 'nginx';
  const args = ['-p', home, '-e', 'stderr', '-c', path.join(home, 'nginx.conf')];
  await execute(nginx, ['-t', ...args]);
  return startProgram(nginx, args);
}
