/** A connection to a database on which bytes get stuck or lost while every connection stays open. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The direction: from the server to the database, its answers, or both. */
export type Way = 'to the database' | 'to the server' | 'both ways';

export type NumbProxy = Awaited<ReturnType<typeof openNumbProxy>>;

type Connection = { inner: Socket; outer: Socket; isDead: boolean };

/** The database at `databaseUrl`, through a proxy. */
export async function openNumbProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const connections = new Set<Connection>();
  let heldBack: Way | null = null;
  let fatalStatement: RegExp | null = null;
  let onDeath = () => {};

  const holds = (way: Way) => heldBack === way || heldBack === 'both ways';
  const flowing = ({ inner, outer }: Connection) => {
    // Unread data waits, even the end of a connection: like on a network that loses everything.
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
        // The end of a dead connection does not arrive either, so the database keeps waiting for it.
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
    /** Holds everything in this direction back until `mend`. Then it arrives late. */
    holdBack: (way: Way) => setFlow(way),
    mend: () => setFlow(null),
    /**
     * Passes the next statement that matches on. Its connection is dead from then on, and neither side learns of it.
     * Then resolves.
     */
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
