/**
 * A client that does nothing but exchange: it sends a body of each given size in turn, one connection for all, and reads
 * the answer to its end. What the scripted server and the loopback take of a turn is measured with it.
 * `node exchange-only.mjs ADDRESS SIZE,SIZE,…`
 */
import { Agent, request } from 'node:http';

const [address = '', sizes = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const head = `{"messages":[{"role":"tool","content":${JSON.stringify(JSON.stringify({ status: 'success', stats: { time_ms: 0 } }))}}],"rest":"`;

for (const size of sizes.split(',').map(Number)) {
  const body = Buffer.from(`${head}${'x'.repeat(Math.max(0, size - head.length - 2))}"}`);
  await new Promise((resolve, reject) => {
    const sent = request(`${address}/chat/completions`, { method: 'POST', agent, headers: { 'content-length': body.length } }, (answer) => answer.on('end', resolve).resume());
    sent.on('error', reject);
    sent.end(body);
  });
}
agent.destroy();
