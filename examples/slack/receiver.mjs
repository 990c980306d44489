import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const maxBodyBytes = 10 * 1024 * 1024;
const webhook = new Webhook(process.env.WEBHOOK_SECRET);
/** Identifiers of what Slack has; the oldest are forgotten. */
const posted = new Set();

// Escapes Slack's markup: a shop chooses its names.
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const money = ({ Amount, Currency }) => (Currency ? `${Amount} ${Currency}` : Amount);
const textOf = (value) => (typeof value === 'string' ? value : money(value));
const shopOf = ({ Name, Site, Url }) => escaped(Name ?? Site ?? Url ?? 'a shop');

const lineOf = (site) => `• ${shopOf(site)}: ${site.Price ? money(site.Price) : site.Outcome}`;

const changeOf = (change) => {
  const { Sku, Title, Price, Target, From, To } = change;
  const what = Target ? `${money(Price)}, below ${money(Target)}` : `${textOf(From)} to ${textOf(To)}`;
  return `• ${escaped(Title ?? Sku)} at ${shopOf(change)}: ${what}`;
};

/** What to post; undefined for other events. */
const messageOf = ({ type, data }) => {
  if (type === 'scrap_prices.completed')
    return [`*${escaped(data.Data.Sku)}*`, ...data.Data.Sites.map(lineOf)].join('\n');
  if (type === 'scrap_prices.failed')
    return `Request ${data.RequestId} failed: no shop was asked within five minutes.`;
  // A watch of the service, and the command "watch".
  if (type === 'scrap_prices.changed')
    return [`*${escaped(data.Watch)}*`, ...data.Changes.map(changeOf)].join('\n');
  return type === 'scrap_prices.price_changed' ? changeOf(data) : undefined;
};

const postToSlack = async (text) => {
  const answer = await fetch(process.env.SLACK_WEBHOOK_URL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`Slack answered ${answer.status}.`);
};

const readBody = async (request) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const server = createServer(async (request, response) => {
  let event;
  try {
    event = webhook.verify(await readBody(request), request.headers);
  } catch {
    return response.writeHead(400).end();
  }
  const id = request.headers['webhook-id'];
  try {
    const message = messageOf(event);
    if (message !== undefined) {
      if (!posted.has(id)) await postToSlack(message);
      posted.add(id);
      if (posted.size > 1_000) posted.delete(posted.values().next().value);
    }
    response.writeHead(204).end();
  } catch (error) {
    console.error(error.message);
    // The service tries again later.
    response.writeHead(503).end();
  }
});
server.listen(Number(process.env.PORT), '127.0.0.1');
