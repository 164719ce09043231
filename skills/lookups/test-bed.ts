import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the fake service got it. */
export interface Seen {
  method: string;
  /** Path and query, decoded. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface FakeService {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
}

/** A service on loopback; `respond` may leave a request unanswered. */
export async function startService(respond: (seen: Seen, response: ServerResponse) => void): Promise<FakeService> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { method: request.method ?? '', path: decodeURIComponent(request.url ?? ''), headers: request.headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      respond(one, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The address of a service that was closed, where none of another test, all of which are at 127.0.0.1, can come to be. */
export function addressOfNobody(url: string): string {
  return process.platform === 'linux' ? url.replace('127.0.0.1', '127.0.0.2') : url;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

const value = (text: string): { value: string }[] => [{ value: text }];

/** An answer of wttr.in's `format=j1`, shaped as the service shapes it: all numbers are text, all words are wrapped. */
export function wttrAnswer({ code = 113, celsius = 21, rain = 0, wind = 9, tomorrow = 113 }: { code?: number; celsius?: number; rain?: number; wind?: number; tomorrow?: number } = {}): object {
  const fahrenheit = (degrees: number): string => String(Math.round(degrees * 1.8 + 32));
  const day = (date: string, weatherCode: number): object => ({
    date,
    mintempC: String(celsius - 6),
    maxtempC: String(celsius + 3),
    mintempF: fahrenheit(celsius - 6),
    maxtempF: fahrenheit(celsius + 3),
    astronomy: [{ sunrise: '06:44 AM', sunset: '06:09 PM' }],
    hourly: ['0', '600', '1200', '1800'].map((time) => ({
      time,
      weatherCode: String(weatherCode),
      weatherDesc: value(`Weather ${weatherCode}`),
      'lang_zh-cn': value(`天气 ${weatherCode}`),
      chanceofrain: String(time === '1800' ? rain : 0),
      windspeedKmph: String(wind),
      windspeedMiles: String(Math.round(wind / 1.609)),
    })),
  });
  return {
    current_condition: [
      {
        temp_C: String(celsius),
        temp_F: fahrenheit(celsius),
        FeelsLikeC: String(celsius - 1),
        FeelsLikeF: fahrenheit(celsius - 1),
        humidity: '40',
        windspeedKmph: String(wind),
        windspeedMiles: String(Math.round(wind / 1.609)),
        winddir16Point: 'NNE',
        weatherCode: String(code),
        weatherDesc: value(`Weather ${code}`),
        'lang_zh-cn': value(`天气 ${code}`),
        localObsDateTime: '2026-03-02 02:10 PM',
      },
    ],
    nearest_area: [{ areaName: value('Beijing'), region: value('Beijing'), country: value('China'), latitude: '39.929', longitude: '116.388' }],
    request: [{ type: 'City', query: 'Beijing, China' }],
    weather: [day('2026-03-02', code), day('2026-03-03', tomorrow), day('2026-03-04', 116)],
  };
}
