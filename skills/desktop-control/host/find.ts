import type { AccessibleNode } from './platform/platform';

/** Chinese words for roles and for common English labels; both directions are tried. */
const words: [string, string[]][] = [
  ['button', ['按钮']],
  ['menu item', ['菜单项']],
  ['menu', ['菜单']],
  ['check box', ['复选框', '勾选框']],
  ['radio button', ['单选按钮']],
  ['combo box', ['组合框', '下拉框', '下拉列表']],
  ['text', ['文本框', '输入框', '文本']],
  ['entry', ['输入框']],
  ['table cell', ['单元格']],
  ['tab', ['标签页', '选项卡']],
  ['link', ['链接']],
  ['dialog', ['对话框']],
  ['tool bar', ['工具栏']],
  ['scroll bar', ['滚动条']],
  ['slider', ['滑块']],
  ['save', ['保存']],
  ['save as', ['另存为']],
  ['open', ['打开']],
  ['close', ['关闭']],
  ['cancel', ['取消']],
  ['ok', ['确定']],
  ['file', ['文件']],
  ['edit', ['编辑']],
  ['view', ['查看', '视图']],
  ['insert', ['插入']],
  ['help', ['帮助']],
  ['delete', ['删除']],
  ['send', ['发送']],
  ['search', ['搜索', '查找']],
  ['find', ['查找']],
  ['new', ['新建']],
  ['print', ['打印']],
  ['copy', ['复制']],
  ['paste', ['粘贴']],
  ['cut', ['剪切']],
  ['undo', ['撤销']],
  ['redo', ['重做']],
  ['yes', ['是']],
  ['no', ['否']],
  ['name', ['名称']],
];

/** Whether every word of `wanted` occurs in the node's name, role or value; case does not count. */
export function matches(node: Pick<AccessibleNode, 'name' | 'role' | 'value'>, wanted: string): boolean {
  const content = `${node.name} ${node.role} ${node.value ?? ''}`.toLowerCase();
  const text = wanted.trim().toLowerCase();
  if (content.includes(text)) return true;
  return text.split(/\s+/).every((word) => variants(word).some((variant) => content.includes(variant)));
}

function variants(word: string): string[] {
  const found = [word];
  for (const [english, chinese] of words) {
    if (english === word) found.push(...chinese);
    if (chinese.includes(word)) found.push(english);
  }
  return found;
}
