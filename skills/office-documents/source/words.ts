/** Sentences for the person and the model. */
const SENTENCES = {
  en: {
    created: 'Made {file}: {checked}.',
    filled: 'Filled {count} blanks into {file}: {checked}.',
    converted: 'Converted {source} to {file}: {checked}.',
    text: '{file}: a text document, {count} characters.',
    sheet: '{file}: a spreadsheet with {count} sheets.',
    slides: '{file}: a presentation with {count} slides.',
    pdf: '{file}: a PDF with {count} pages.',
    blanks: 'Its blanks: {blanks}.',
    cut: 'Only the beginning is shown: the whole is longer. Read it in parts with the Read tool.',
    creating: 'making the document',
    filling: 'filling the template',
    converting: 'converting with LibreOffice',
  },
  zh: {
    created: '已生成 {file}：{checked}。',
    filled: '已在 {file} 中填写 {count} 处空白：{checked}。',
    converted: '已将 {source} 转换为 {file}：{checked}。',
    text: '{file}：文本文档，{count} 个字符。',
    sheet: '{file}：电子表格，{count} 个工作表。',
    slides: '{file}：演示文稿，{count} 张幻灯片。',
    pdf: '{file}：PDF，{count} 页。',
    blanks: '其中的空白：{blanks}。',
    cut: '只显示了开头部分，全文更长。请用 Read 工具分段读取。',
    creating: '正在生成文档',
    filling: '正在填写模板',
    converting: '正在用 LibreOffice 转换',
  },
} as const;

export type Language = keyof typeof SENTENCES;

export function say(language: Language, key: keyof (typeof SENTENCES)['en'], values: Readonly<Record<string, string | number>> = {}): string {
  return SENTENCES[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
