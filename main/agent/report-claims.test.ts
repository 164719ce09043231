import { describe, expect, it } from 'vitest';
import { findClaims } from './report-claims';

const kinds = (text: string): string[] => findClaims(text).map(({ kind }) => kind);

describe('a claim', () => {
  it.each([
    ['I saved the sheet as budget.ods.', 'file'],
    ['I’ve updated `src/app.ts` and added a test.', 'file'],
    ['Done. The file has been saved.', 'file'],
    ['Saved to budget.ods.', 'file'],
    ['Created the folder reports.', 'file'],
    ['- Renamed old.txt to new.txt', 'file'],
    ['The document is now saved as letter.odt.', 'file'],
    ['I fixed the function in util.py.', 'file'],
    ['The config was updated.', 'file'],
    ['Done: saved.', 'file'],
    ['I sent the mail to Anna.', 'sent'],
    ['The form has been submitted.', 'sent'],
    ['The invoice was emailed to the client.', 'sent'],
    ['All tests pass.', 'tested'],
    ['I ran the tests and they are green.', 'tested'],
    ['42 tests passed.', 'tested'],
    ['I have tested it.', 'tested'],
    ['文件已保存。', 'file'],
    ['我已经把数据写入 budget.ods，已成功保存。', 'file'],
    ['已修改 a.txt。', 'file'],
    ['配置更新完成。', 'file'],
    ['邮件已发送。', 'sent'],
    ['表单提交成功。', 'sent'],
    ['所有测试均已通过。', 'tested'],
    ['我运行了测试。', 'tested'],
  ])('%s', (text, kind) => {
    expect(kinds(text)).toEqual([kind]);
  });

  it('names its files', () => {
    expect(findClaims('I saved it as out/budget.ods and 报告.docx.')[0]?.names).toEqual(['out/budget.ods', '报告.docx']);
    expect(findClaims('已保存为budget.ods。')[0]?.names).toEqual(['budget.ods']);
  });
});

describe('no claim', () => {
  it.each([
    'I could not save the file.',
    "I didn't change any file.",
    'Nothing was saved.',
    'I will save the file next.',
    'Shall I save it as budget.ods?',
    'If you like, I can update the config.',
    'To save the file, press Ctrl+S.',
    'The file needs to be updated.',
    'The log shows that the mail was sent.',
    'README.md says the tests passed in CI.',
    'According to notes.txt, the form was submitted in May.',
    'You have saved two files in this folder.',
    'The file was created by you last week.',
    'Files are saved automatically every ten minutes.',
    'The function returns the number of files that were deleted earlier.',
    'I have created a plan.',
    'I added the numbers: 42.',
    'I wrote a short poem for you.',
    'I posted the numbers below.',
    'The total is 42.',
    'Here is the updated text:\n```\nI saved the file a.txt.\n```',
    '> I saved the file a.txt.',
    'The letter reads “I have sent the documents by post”.',
    '| a.txt | was saved |',
    'I updated the todo list.',
    'Two tests are skipped.',
    'The saved file holds three rows.',
    'Unsaved changes remain in the document.',
    'A sent mail cannot be recalled.',
    '文件未保存。',
    '我没有修改任何文件。',
    '我将保存该文件。',
    '需要我保存为 budget.ods 吗？',
    '如果需要，我可以更新配置。',
    '文档显示邮件已发送。',
    '您已保存了两个文件。',
    '请先保存文件。',
    '无法发送邮件。',
    '保存按钮在右上角。',
    '测试用例共有 3 个。',
    '该文件之前已修改。',
  ])('%s', (text) => {
    expect(findClaims(text)).toEqual([]);
  });
});
