/**
 * The desktop host as the app forks it: in Electron's utilityProcess, whose memory is not given out by the C library.
 * Passes messages on between the bench and the host; `took` is the time (milliseconds) that the app would have waited.
 */
const { app, utilityProcess } = require('electron');

app.whenReady().then(() => {
  const host = utilityProcess.fork(process.argv.at(-1), [], { env: process.env, stdio: 'ignore' });
  /** @type {Map<number, number>} */
  const started = new Map();
  host.on('spawn', () => process.send({ host: host.pid }));
  host.on('message', (reply) => {
    const took = performance.now() - started.get(reply.id);
    started.delete(reply.id);
    process.send({ ...reply, took });
  });
  host.on('exit', (code) => app.exit(code));
  process.on('message', (message) => {
    if (message.id !== undefined) started.set(message.id, performance.now());
    host.postMessage(message);
  });
  process.on('disconnect', () => app.exit(0));
});
