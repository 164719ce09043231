import { existsSync } from 'node:fs';
import path from 'node:path';
import { allowAll, ask, runEnd } from '../../fixtures/person';
import { asCsv, formulasOf } from '../../fixtures/spreadsheet';
import { expect, test } from '../../fixtures/test';
import { photograph } from '../../fixtures/x11';

test('the offline planner fills a sheet in LibreOffice and saves it, with the person saying yes', async ({ start }, info) => {
  test.setTimeout(240_000);
  const app = await start();
  await expect(app.page.getByTestId('status')).toContainText(/planner/i);
  await ask(
    app,
    ['Make a budget sheet and save it as spending.ods:', '| Item | Cost |', '| --- | --- |', '| Café | 12.5 |', '| 书籍 | 30 |', '| Ink, black | 7.25 |', '| Paper | 18 |', '| 合计 | =SUM(B2:B5) |'].join('\n'),
  );
  const titles = await allowAll(app, 200_000);
  await photograph(info.outputPath('end.png'));
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  // Starting a program and saving a file are asked for; filling cells is not.
  expect(titles.length).toBeGreaterThanOrEqual(2);
  expect(titles.length).toBeLessThanOrEqual(6);

  const file = path.join(app.workspace, 'spending.ods');
  expect(existsSync(file)).toBe(true);
  expect(formulasOf(file)).toEqual(['of:=SUM([.B2:.B5])']);
  expect(asCsv(file)).toEqual([
    ['Item', 'Cost'],
    ['Café', '12.5'],
    ['书籍', '30'],
    ['Ink, black', '7.25'],
    ['Paper', '18'],
    ['合计', '67.75'],
  ]);
  expect(existsSync(path.join(app.data, 'traces'))).toBe(true);
});
