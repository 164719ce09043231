import { describe, expect, it } from 'vitest';
import { callsIn, readAnswer, seen } from './answer-test-bed';
import { autoglmDialect } from './autoglm';
import { fara } from './fara';
import { guiOwl } from './gui-owl';
import { jsonDialect } from './json';
import { mobileAgent } from './mobile-agent';
import { qwen25, qwen3, qwen3Xml } from './qwen';
import { reactDialect } from './react';
import { doubao, uiTars10, uiTars15 } from './ui-tars';

/** The facts and vectors that the models' own repositories state, on a picture of 1920 × 1080. */

const refused = { problem: expect.any(String) as string };
const click = (x: number, y: number) => [{ action: 'click', x, y }];

describe('UI-TARS', () => {
  it.each([
    ['1.0, the far edge is the last pixel', uiTars10, "Thought: a\nAction: click(start_box='<|box_start|>(1000,500)<|box_end|>')", click(1919, 540)],
    ['1.5, pixels of the resized picture', uiTars15, "Thought: a\nAction: click(start_box='(966,546)')", click(960, 540)],
    ['Doubao, a point tag', doubao, "Thought: a\nAction: click(point='<point>510 150</point>')", click(979, 162)],
    ['a box means its centre', uiTars15, "Action: click(start_box='[637,964,637,964]')", click(633, 953)],
    ['a bbox means its centre', doubao, "Action: click(point='<bbox>500 100 520 200</bbox>')", click(979, 162)],
    ['a drag between two points', doubao, "Action: drag(start_point='<point>10 20</point>', end_point='<point>30 40</point>')", [{ action: 'drag', x: 19, y: 22, to: { x: 58, y: 43 } }]],
    ['text, then Enter', doubao, "Action: type(content='doubao.com\\n')", [{ action: 'type', text: 'doubao.com' }, { action: 'key', keys: 'enter' }]],
    ['keys', uiTars15, "Action: hotkey(key='ctrl c')", [{ action: 'key', keys: 'ctrl+c' }]],
    ['a wait of five seconds', uiTars15, 'Action: wait()', [{ action: 'wait', text: '5' }]],
    ['a scroll', uiTars15, "Action: scroll(start_box='(966,546)', direction='down')", [{ action: 'scroll', x: 960, y: 540, to: 'down 5' }]],
    ['the end', uiTars15, "Thought: a\nAction: finished(content='All done')", { end: 'All done' }],
    ['a question', uiTars15, 'Thought: Which one?\nAction: call_user()', [{ tool: 'AskUser', question: 'Which one?', options: [] }]],
    ['several actions parted by a blank line', doubao, "Action: click(point='<point>500 500</point>')\n\ntype(content='x')", [...click(960, 540), { action: 'type', text: 'x' }]],
    ['an address', doubao, "Action: navigate(content='https://a.b/')", [{ action: 'key', keys: 'ctrl+l' }, { action: 'type', text: 'https://a.b/' }, { action: 'key', keys: 'enter' }]],
    ['going back', doubao, 'Action: navigate_back()', [{ action: 'key', keys: 'alt+left' }]],
  ])('%s', (_name, dialect, text, expected) => {
    expect(callsIn(dialect, text)).toEqual(expected);
  });

  it.each(['left_click', 'left_single', 'click'])('reads %s as a click, under any name of its argument', (name) => {
    for (const place of ['start_box', 'point', 'position', 'coordinate', 'start_point']) {
      expect(callsIn(uiTars15, `Action: ${name}(${place}='(966,546)')`)).toEqual(click(960, 540));
    }
  });

  it.each([
    ['double_click', 'double_click'], ['left_double', 'double_click'], ['right_click', 'right_click'], ['right_single', 'right_click'], ['hover', 'move'], ['move', 'move'],
  ])('reads %s as %s', (name, action) => {
    expect(callsIn(uiTars15, `Action: ${name}(start_box='(966,546)')`)).toEqual([{ action, x: 960, y: 540 }]);
  });

  it.each(['select', 'left_click_drag', 'drag'])('reads %s as a drag', (name) => {
    expect(callsIn(uiTars15, `Action: ${name}(start_box='(966,546)', end_box='(0,0)')`)).toEqual([{ action: 'drag', x: 960, y: 540, to: { x: 0, y: 0 } }]);
  });

  it.each(['text', 'input_text', 'content'])('takes what is typed under the name %s', (name) => {
    expect(callsIn(uiTars15, `Action: type(${name}='x')`)).toEqual([{ action: 'type', text: 'x' }]);
  });

  it.each([
    ['Reflection', "Reflection: it worked\nAction_Summary: I click\nAction: click(start_box='(966,546)')"],
    ['a Thought tag', "<Thought>it worked</Thought>\nAction: click(start_box='(966,546)')"],
    ['answer tags', "<think>hm</think><answer>click(start_box='(966,546)')</answer>"],
    ['a full-width colon', "Thought：点击\nAction：click(start_box='(966,546)')"],
    ['a seed call', '<seed:tool_call><function=click><parameter=start_box>(966,546)</parameter></function></seed:tool_call>'],
    ['nothing but the call', "click(start_box='(966,546)')"],
    ['keyword and dir aliases', "Action: click(point='966 546')"],
  ])('reads the envelope: %s', (_name, text) => {
    expect(callsIn(uiTars15, text)).toEqual(click(960, 540));
  });

  it('keeps the thought apart from the action', () => {
    expect(readAnswer(uiTars15, "Thought: I click.\nAction: click(start_box='(966,546)')").text).toBe('I click.');
  });

  it.each([
    ['an empty box', "Action: click(start_box='')"],
    ['an empty Action', 'Thought: hm\nAction:'],
    ['no Action', 'Thought: hm'],
    ['a point outside', "Action: click(start_box='(1932,546)')"],
    ['a negative point', "Action: click(start_box='(-1,546)')"],
    ['three numbers', "Action: click(start_box='(1,2,3)')"],
    ['an unknown action', "Action: explode(start_box='(1,2)')"],
    ['an unknown argument', "Action: click(start_box='(1,2)', force='yes')"],
    ['an argument twice', "Action: click(start_box='(1,2)', start_box='(3,4)')"],
    ['two names of one argument', "Action: click(start_box='(1,2)', point='(3,4)')"],
    ['a missing last bracket', "Action: click(start_box='(966,546)'"],
    ['words behind the call', "Action: click(start_box='(966,546)') and then I rest"],
    ['an unclosed text', "Action: type(content='abc"],
    ['keys held over answers', "Action: press(key='ctrl')"],
  ])('runs nothing: %s', (_name, text) => {
    expect(callsIn(uiTars15, text)).toEqual(refused);
  });

  it.each([
    ['a backslash before a quote', "Action: type(content='it\\'s')", "it's"],
    ['double quotes inside', 'Action: type(content=\'say "hi" now\')', 'say "hi" now'],
    ['escaped double quotes', 'Action: type(content="say \\"hi\\" now")', 'say "hi" now'],
    ['a real blank line', "Action: type(content='a\n\nb')", 'a\n\nb'],
    ['names of arguments', "Action: type(content='start_box=(1,2), point=3, direction=up')", 'start_box=(1,2), point=3, direction=up'],
    ['keywords', "Action: type(content='\nAction: click(start_box=(1,1))\nfinished()')", '\nAction: click(start_box=(1,1))\nfinished()'],
    ['other grammars', "Action: type(content='<tool_call>{}</tool_call></answer></think>')", '<tool_call>{}</tool_call></answer></think>'],
    ['a code fence', "Action:\n```python\ntype(content='x')\n```", 'x'],
    ['a backslash at the end', "Action: type(content='C:\\\\')", 'C:\\'],
  ])('types exactly what was meant: %s', (_name, text, typed) => {
    expect(callsIn(uiTars15, text)).toEqual([{ action: 'type', text: typed }]);
  });
});

describe('AutoGLM', () => {
  it.each([
    ['a tap', 'do(action="Tap", element=[500,250])', click(960, 270)],
    ['a tap that needs a yes', 'do(action="Tap", element=[999,999], message="支付")', [{ action: 'click', x: 1918, y: 1079, caution: '支付' }]],
    ['in its envelope', '<think>I could do(action="Home") or finish(message="x").</think><answer>do(action="Tap", element=[500,250])</answer>', click(960, 270)],
    ['after a bare thought that mentions calls', 'I might do(action="Back"), but no.\ndo(action="Tap", element=[500,250])', click(960, 270)],
    ['in a box', '<|begin_of_box|>do(action="Tap", element=[500,250])<|end_of_box|>', click(960, 270)],
    ['a launch', 'do(action="Launch", app="calc")', [{ action: 'open_app', text: 'calc' }]],
    ['typing, which clears the field first', 'do(action="Type", text="hi")', [{ action: 'key', keys: 'ctrl+a' }, { action: 'key', keys: 'delete' }, { action: 'type', text: 'hi' }]],
    ['a long press', 'do(action="Long Press", element=[500,250])', [{ action: 'right_click', x: 960, y: 270 }]],
    ['a double tap', 'do(action="Double Tap", element=[500,250])', [{ action: 'double_click', x: 960, y: 270 }]],
    ['a swipe up', 'do(action="Swipe", start=[500,800], end=[500,300])', [{ action: 'scroll', x: 960, y: 864, to: 'down 5' }]],
    ['a wait', 'do(action="Wait", duration="3 seconds")', [{ action: 'wait', text: '3' }]],
    ['back', 'do(action="Back")', [{ action: 'key', keys: 'alt+left' }]],
    ['home', 'do(action="Home")', [{ action: 'key', keys: 'super+d' }]],
    ['a hand-over', 'do(action="Take_over", message="Log in, please")', [{ tool: 'AskUser', question: 'Log in, please', options: [] }]],
    ['the end', 'finish(message="done")', { end: 'done' }],
  ])('%s', (_name, text, expected) => {
    expect(callsIn(autoglmDialect, text)).toEqual(expected);
  });

  const inSheet = seen(1920, 1080, 'table cell "B2"');
  it('only adds to a sheet or a document, where everything selected would be the whole work', () => {
    for (const focus of ['table cell "B2"', 'table "Sheet1"', 'paragraph', '']) expect(callsIn(autoglmDialect, 'do(action="Type", text="hi")', seen(1920, 1080, focus))).toEqual([{ action: 'type', text: 'hi' }]);
    expect(callsIn(autoglmDialect, 'do(action="Type", text="hi")', seen(1920, 1080, 'entry "Name"'))).toHaveLength(3);
  });

  it.each([
    ['raw quotes', 'do(action="Type", text="He said "hi" to me")', 'He said "hi" to me'],
    ['raw line breaks', 'do(action="Type", text="a\n\nb")', 'a\n\nb'],
    ['both and an escape', 'do(action="Type", text="a "b"\\nc\nd\\\\")', 'a "b"\nc\nd\\'],
    ['an apostrophe', "do(action='Type', text='it's')", "it's"],
    ['calls as text', 'do(action="Type", text="do(action=\\"Launch\\", app=\\"x\\") finish(message=\'y\')")', 'do(action="Launch", app="x") finish(message=\'y\')'],
    ['tags as text', 'do(action="Type", text="</think><answer></answer>")', '</think><answer></answer>'],
  ])('types exactly what was meant: %s', (_name, text, typed) => {
    expect(callsIn(autoglmDialect, text, inSheet)).toEqual([{ action: 'type', text: typed }]);
  });

  it.each([
    ['text that holds a call in raw quotes', 'do(action="Type", text="run "do(action="Launch", app="x")")'],
    ['the same, cut off', 'do(action="Type", text="run \ndo(action="Launch", app="x")'],
    ['two calls', 'do(action="Back")\ndo(action="Home")'],
    ['a call with words behind it', 'do(action="Back") would be best'],
    ['1000 of 999', 'do(action="Tap", element=[1000,500])'],
    ['no point', 'do(action="Tap")'],
    ['an unknown action', 'do(action="Fly")'],
    ['raw quotes that may be another argument', 'do(action="Type", text="a", app="b"c")'],
    ['only a thought', 'I would tap there.'],
    ['a thought never closed', '<think>do(action="Back")'],
  ])('runs nothing: %s', (_name, text) => {
    expect(callsIn(autoglmDialect, text)).toEqual(refused);
  });
});

describe('Qwen computer_use', () => {
  const call = (given: Record<string, unknown>, name = 'computer_use') => `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`;

  it('maps 3 by thousandths, 2.5 by the resized picture', () => {
    expect(callsIn(qwen3, call({ action: 'left_click', coordinate: [500, 250] }))).toEqual(click(960, 270));
    expect(callsIn(qwen25, call({ action: 'left_click', coordinate: [966, 546] }))).toEqual(click(960, 540));
    for (const edge of [999, 1000]) expect(callsIn(qwen3, call({ action: 'left_click', coordinate: [edge, edge] }))).toEqual([{ action: 'click', x: edge === 999 ? 1918 : 1919, y: 1079 }]);
    expect(callsIn(qwen3, call({ action: 'left_click', coordinate: [1001, 0] }))).toEqual(refused);
    expect(callsIn(qwen25, call({ action: 'left_click', coordinate: [1932, 0] }))).toEqual(refused);
  });

  it.each([
    [{ action: 'key', keys: ['ctrl', 'c'] }, [{ action: 'key', keys: 'ctrl+c' }]],
    [{ action: 'type', text: 'a "b"\n' }, [{ action: 'type', text: 'a "b"' }, { action: 'key', keys: 'enter' }]],
    [{ action: 'mouse_move', coordinate: [500, 250] }, [{ action: 'move', x: 960, y: 270 }]],
    [{ action: 'left_click_drag', coordinate: [500, 250] }, [{ action: 'drag', to: { x: 960, y: 270 } }]],
    [{ action: 'right_click', coordinate: [500, 250] }, [{ action: 'right_click', x: 960, y: 270 }]],
    [{ action: 'middle_click', coordinate: [500, 250] }, [{ action: 'middle_click', x: 960, y: 270 }]],
    [{ action: 'triple_click', coordinate: '[500, 250]' }, [{ action: 'triple_click', x: 960, y: 270 }]],
    [{ action: 'scroll', pixels: -500 }, [{ action: 'scroll', to: 'down 5' }]],
    [{ action: 'scroll', pixels: 100, coordinate: [500, 250] }, [{ action: 'scroll', x: 960, y: 270, to: 'up 1' }]],
    [{ action: 'hscroll', pixels: 200 }, [{ action: 'scroll', to: 'right 2' }]],
    [{ action: 'wait', time: 2 }, [{ action: 'wait', text: '2' }]],
    [{ action: 'terminate', status: 'success' }, { end: 'Done.' }],
    [{ action: 'terminate', status: 'failure' }, { end: 'Done.', unmet: true }],
    [{ action: 'answer', text: '42' }, { end: '42' }],
  ])('%j', (given, expected) => {
    expect(callsIn(qwen3, call(given))).toEqual(expected);
  });

  it.each([
    [{ action: 'click', coordinate: [500, 250] }, click(960, 270)],
    [{ action: 'long_press', coordinate: [500, 250], time: 2 }, [{ action: 'right_click', x: 960, y: 270 }]],
    [{ action: 'swipe', coordinate: [500, 800], coordinate2: [500, 300] }, [{ action: 'scroll', x: 960, y: 864, to: 'down 5' }]],
    [{ action: 'system_button', button: 'Back' }, [{ action: 'key', keys: 'alt+left' }]],
    [{ action: 'open', text: 'calc' }, [{ action: 'open_app', text: 'calc' }]],
  ])('mobile_use %j', (given, expected) => {
    expect(callsIn(qwen3, call(given, 'mobile_use'))).toEqual(expected);
  });

  const there = '{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [500, 250]}}';
  it.each([
    ['tags of another kind', '<tool_call>\n<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n<parameter=coordinate>\n[500, 250]\n</parameter>\n</function>\n</tool_call>'],
    ['without the opening tag', `I click.\n${there}\n</tool_call>`],
    ['without the closing tag', `<tool_call>\n${there}`],
    ['without tags', `I click.\n${there}`],
    ['in a fence', `I click.\n\`\`\`json\n${there}\n\`\`\``],
    ['arguments as text', `<tool_call>${JSON.stringify({ name: 'computer_use', arguments: JSON.stringify({ action: 'left_click', coordinate: [500, 250] }) })}</tool_call>`],
    ['after a thought', `<think><tool_call>{"name": "Bash"}</tool_call></think>\n<tool_call>${there}</tool_call><|im_end|>`],
  ])('reads a call %s', (_name, text) => {
    expect(callsIn(qwen3Xml, text)).toEqual(click(960, 270));
  });

  it('takes several calls in order, bare ones too, and other tools by their own names', () => {
    expect(callsIn(qwen3, `${there}\n${there}`)).toEqual([...click(960, 270), ...click(960, 270)]);
    expect(callsIn(qwen3, `${call({ path: 'a' }, 'Read')}\n<tool_call>${there}</tool_call>`)).toEqual([{ tool: 'Read', path: 'a' }, ...click(960, 270)]);
  });

  it.each([
    ['an example in prose', `I would call <tool_call>${there}</tool_call> but not yet.`],
    ['text between two calls', `<tool_call>${there}</tool_call> and <tool_call>${there}</tool_call>`],
    ['a call cut off', '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click"'],
    ['a tool that is not offered', call({ action: 'click', x: 1, y: 2 }, 'Computer')],
    ['an unknown function', call({}, 'format_disk')],
    ['an unknown argument', call({ action: 'left_click', coordinate: [1, 2], button: 'left' })],
    ['more than name and arguments', '<tool_call>{"name": "Read", "arguments": {}, "path": "a"}</tool_call>'],
    ['an end together with acts', `${call({ action: 'terminate', status: 'success' })}\n<tool_call>${there}</tool_call>`],
    ['a parameter that holds its own closing tag', '<tool_call><function=computer_use><parameter=action>type</parameter><parameter=text>a</parameter>b</parameter></function></tool_call>'],
    ['only a closing tag', '</tool_call>'],
  ])('runs nothing: %s', (_name, text) => {
    expect(callsIn(qwen3, text)).toEqual(refused);
  });

  it('types what looks like calls as text', () => {
    const text = '</tool_call><tool_call>{"name": "Bash", "arguments": {"command": "rm"}}</tool_call>';
    expect(callsIn(qwen3, call({ action: 'type', text }))).toEqual([{ action: 'type', text }]);
  });
});

describe('GUI-Owl and Mobile-Agent-v3', () => {
  const owl = (given: Record<string, unknown>) => `<thinking>hm <tool_call></thinking>\n<tool_call>${JSON.stringify({ name: 'computer_use', arguments: given })}</tool_call>\n<conclusion>I clicked.</conclusion>`;
  it.each([
    [{ action: 'click', coordinate: [966, 546] }, click(960, 540)],
    [{ action: 'drag', coordinate: [966, 546], coordinate2: [0, 0] }, [{ action: 'drag', x: 960, y: 540, to: { x: 0, y: 0 } }]],
    [{ action: 'type', text: 'x', clear: 1, enter: true }, [{ action: 'key', keys: 'ctrl+a' }, { action: 'key', keys: 'delete' }, { action: 'type', text: 'x' }, { action: 'key', keys: 'enter' }]],
    [{ action: 'scroll', coordinate: [966, 546], pixels: -5 }, [{ action: 'scroll', x: 960, y: 540, to: 'down 5' }]],
  ])('GUI-Owl %j', (given, expected) => {
    expect(callsIn(guiOwl, owl(given))).toEqual(expected);
  });

  const agent = (action: string) => `### Thought ###\nI press.\n### Action ###\n${action}\n### Description ###\nPress keys.`;
  it.each([
    ['{"action": "click", "coordinate": [966, 546]}', click(960, 540)],
    [`{"action": "hotkey", "keys": "['ctrl', 'c']"}`, [{ action: 'key', keys: 'ctrl+c' }]],
    ['```json\n{"action": "type", "text": "### Action ###\\n{}"}\n```', [{ action: 'type', text: '### Action ###\n{}' }]],
    ['{"action": "answer", "text": "42"}', { end: '42' }],
    ['', refused],
    ['click', refused],
    ['{"action": "click", "coordinate": [966, 546]} maybe', refused],
  ])('Mobile-Agent-v3 %s', (action, expected) => {
    expect(callsIn(mobileAgent, agent(action))).toEqual(expected);
  });
});

describe('Fara', () => {
  const small = seen(1440, 900);
  const call = (body: string) => `I do it.\n<tool_call>\n${body}\n</tool_call>`;
  it.each([
    ['{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [714, 448]}}', click(720, 450)],
    ["{'name': 'computer_use', 'arguments': {'action': 'left_click', 'coordinate': (714, 448)}}", click(720, 450)],
    [`{"name": "computer_use", "arguments": {"action": "type", "text": "tea", "coordinate": [714, 448]}}`, [...click(720, 450), { action: 'type', text: 'tea' }, { action: 'key', keys: 'enter' }]],
    ['{"name": "computer_use", "arguments": {"action": "type", "text": "tea", "coordinate": [714, 448], "delete_existing_text": true, "press_enter": false}}', [{ action: 'triple_click', x: 720, y: 450 }, { action: 'key', keys: 'delete' }, { action: 'type', text: 'tea' }]],
    [`{'name': 'computer_use', 'arguments': {'action': 'type', 'text': 'it\\'s "x"', 'press_enter': False, 'delete_existing_text': True}}`, [{ action: 'key', keys: 'ctrl+a' }, { action: 'key', keys: 'delete' }, { action: 'type', text: `it's "x"` }]],
    ['{"name": "computer_use", "arguments": {"action": "scroll", "pixels": -371}}', [{ action: 'scroll', to: 'down 10' }]],
    ['{"name": "computer_use", "arguments": {"action": "visit_url", "url": "green tea"}}', [{ action: 'key', keys: 'ctrl+l' }, { action: 'type', text: 'green tea' }, { action: 'key', keys: 'enter' }]],
    ['{"name": "computer_use", "arguments": {"action": "history_back"}}', [{ action: 'key', keys: 'alt+left' }]],
    ['{"name": "computer_use", "arguments": {"action": "pause_and_memorize_fact", "fact": "tea is 3.5"}}', []],
    ['{"name": "computer_use", "arguments": {"action": "terminate", "status": "success"}}', { end: 'I do it.' }],
  ])('%s', (body, expected) => {
    expect(callsIn(fara, call(body), small)).toEqual(expected);
  });
});

describe('ReAct', () => {
  const ls = [{ tool: 'LS', path: '.' }];
  it.each([
    ['a call', 'Thought: I look.\nAction: LS(path=".")', ls],
    ['name and input', 'Thought: I look.\nAction: LS\nAction Input: {"path": "."}', ls],
    ['input in a fence', 'Action: LS\nAction Input:\n```json\n{"path": "."}\n```', ls],
    ['input quoted once more', 'Action: LS\nAction Input: "{\\"path\\": \\".\\"}"', ls],
    ['an invented observation is cut', 'Action: LS(path=".")\nObservation: a b c\nThought: so\nAction: Bash(command="rm a")', ls],
    ['an action beats a final answer', 'Action: LS(path=".")\nObservation: x\nFinal Answer: done', ls],
    ['bold labels', '**Thought:** hm\n**Action:** `LS(path=".")`', ls],
    ['thoughts of a thinking model', '<think>Action: Bash(command="rm")</think>\nAction: LS(path=".")', ls],
    ['no action', 'Thought: nothing left\nAction: None\nFinal Answer: All done.', { end: 'All done.' }],
    ['a final answer that speaks of actions', 'Thought: ok\nFinal Answer: The Action was taken.\nAction items: none', { end: 'The Action was taken.\nAction items: none' }],
    ['plain words', 'It is 42.', { end: 'It is 42.' }],
    ['text with labels in it', 'Action: Write(path="a", content="x\nObservation: y\nAction: Bash(command=\'rm\')")', [{ tool: 'Write', path: 'a', content: "x\nObservation: y\nAction: Bash(command='rm')" }]],
  ])('%s', (_name, text, expected) => {
    expect(callsIn(reactDialect, text)).toEqual(expected);
  });

  it.each([
    ['an unknown tool', 'Action: Format(disk="c")'],
    ['no arguments', 'Action: LS'],
    ['words behind the call', 'Action: LS(path=".") to see'],
    ['a call cut off', 'Action: Write(path="a", content="b'],
    ['an answer and an action', 'Final Answer: done\nAction: Bash(command="rm a")'],
    ['a thought alone', 'Thought: hm'],
    ['an invented result', 'Observation: x\nAction: LS(path=".")'],
    ['nothing', '  '],
  ])('runs nothing: %s', (_name, text) => {
    expect(callsIn(reactDialect, text)).toEqual(refused);
  });
});

describe('JSON in text', () => {
  const ls = [{ tool: 'LS', path: '.' }];
  const call = '{"tool": "LS", "arguments": {"path": "."}}';
  it.each([
    ['bare', call, ls],
    ['fenced', `\`\`\`json\n${call}\n\`\`\``, ls],
    ['after prose', `I look first. ${call}`, ls],
    ['after prose with braces', `A set {"a": 1} first. ${call}`, ls],
    ['two', `${call}\n${call}`, [...ls, ...ls]],
    ['a plain answer', 'There are 2 files: {"a": 1}', { end: 'There are 2 files: {"a": 1}' }],
    ['calls inside text', JSON.stringify({ tool: 'Write', arguments: { path: 'a', content: call } }), [{ tool: 'Write', path: 'a', content: call }]],
  ])('%s', (_name, text, expected) => {
    expect(callsIn(jsonDialect, text)).toEqual(expected);
  });

  it.each([
    ['an example with prose behind it', `Such as ${call} would do.`],
    ['a call cut off', '{"tool": "Write", "arguments": {"path": "a"'],
    ['a broken call with a whole one inside', `{"tool": "Write", "arguments": {"content": "x" ${call}`],
    ['an unknown tool', '{"tool": "Format", "arguments": {}}'],
    ['more than a call', '{"tool": "LS", "arguments": {}, "path": "."}'],
  ])('runs nothing: %s', (_name, text) => {
    expect(callsIn(jsonDialect, text)).toEqual(refused);
  });
});
