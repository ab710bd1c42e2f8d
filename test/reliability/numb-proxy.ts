/** A way to a database on which bytes get stuck or lost, while every connection stays up. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which way: what the server says to the database, what it is answered, or both. */
export type Way = 'to the database' | 'to the server' | 'both ways';

export type NumbProxy = Awaited<ReturnType<typeof openNumbProxy>>;

type Connection = { inner: Socket; outer: Socket; isDead: boolean };

/** The database at `databaseUrl`, by way of a proxy. */
export async function openNumbProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const connections = new Set<Connection>();
  let heldBack: Way | null = null;
  let fatalStatement: RegExp | null = null;
  let onDeath = () => {};

  const holds = (way: Way) => heldBack === way || heldBack === 'both ways';
  const flowing = ({ inner, outer }: Connection) => {
    // What is not read waits, the end of a connection too: as on a network that lets nothing through.
    for (const [socket, way] of [
      [inner, 'to the database'],
      [outer, 'to the server'],
    ] as const)
      if (holds(way)) socket.pause();
      else socket.resume();
  };
  const server = createServer((inner) => {
    const outer = connect({ host: target.hostname, port: Number(target.port) });
    const connection: Connection = { inner, outer, isDead: false };
    connections.add(connection);
    inner.on('data', (bytes) => {
      if (connection.isDead) return;
      outer.write(bytes);
      if (fatalStatement?.test(bytes.toString('latin1')) !== true) return;
      fatalStatement = null;
      connection.isDead = true;
      onDeath();
    });
    outer.on('data', (bytes) => {
      if (!connection.isDead) inner.write(bytes);
    });
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => {
        // The end of a dead connection does not arrive either: the database goes on waiting for it.
        if (!connection.isDead) other.destroy();
        if (inner.destroyed && outer.destroyed) connections.delete(connection);
      });
    }
    flowing(connection);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const setFlow = (way: Way | null) => {
    heldBack = way;
    for (const connection of connections) flowing(connection);
  };
  return {
    url: url.href,
    /** Lets nothing through this way, until `mend`: then it arrives, late. */
    holdBack: (way: Way) => setFlow(way),
    mend: () => setFlow(null),
    /** Passes the next statement like this on; its connection is dead from then on, and neither side is told. Resolves then. */
    killAfter(statement: RegExp): Promise<void> {
      fatalStatement = statement;
      return new Promise((resolve) => {
        onDeath = resolve;
      });
    },
    async close(): Promise<void> {
      server.close();
      for (const { inner, outer } of connections) {
        inner.destroy();
        outer.destroy();
      }
      await once(server, 'close');
    },
  };
}
