import { createFakeBridge } from './fake-bridge';
import { scene, type Shot } from './scenes';

/** A drawn desktop with a window, for pictures without a screen. */
async function draw(): Promise<Shot> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 800 });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#5c7a89';
  context.fillRect(0, 0, 1280, 800);
  context.fillStyle = '#ffffff';
  context.fillRect(120, 60, 1040, 680);
  context.fillStyle = '#2f4b57';
  context.fillRect(120, 60, 1040, 34);
  context.fillStyle = '#1d2422';
  context.font = '16px sans-serif';
  ['Rent    900', 'Café    45.5', '合计    120'].forEach((line, row) => context.fillText(line, 150, 180 + row * 32));
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg');
  });
  if (!blob) throw new Error('no picture');
  return { image: new Uint8Array(await blob.arrayBuffer()), width: 1280, height: 800 };
}

const asked = new URLSearchParams(location.search);
const name = asked.get('scene') ?? 'first-run';
const theme = asked.get('theme');
const look = { language: asked.get('language') === 'zh' ? 'zh' : 'en', theme: theme === 'dark' || theme === 'light' ? theme : 'system' } as const;

Object.assign(window, { deskwright: createFakeBridge(scene(name, look, await draw())) });
await (name.startsWith('approval-') ? import('../approval') : import('../main'));
