/** Style of trace.html; inline, since the page is one file that works offline. */
export const traceStyle = `
:root{color-scheme:light dark;--edge:#8884;--soft:#8881;--good:#2e7d4f;--bad:#c0392b;--part:#b7791f;--none:#888}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,"Noto Sans CJK SC",sans-serif;max-width:1040px;margin:0 auto;padding:0 24px 60px}
header{position:sticky;z-index:1;top:0;background:Canvas;padding:18px 0 8px;border-bottom:1px solid var(--edge)}
h1{font-size:20px;margin:0}header p{margin:2px 0 8px;opacity:.75}.bad{color:var(--bad)}
.tools{display:flex;flex-wrap:wrap;gap:8px}.tools input{flex:1 1 160px}input,select,button{font:inherit;min-height:32px;padding:3px 10px;border:1px solid var(--edge);border-radius:8px;background:Canvas;color:CanvasText}
button{cursor:pointer}:focus-visible{outline:2px solid Highlight;outline-offset:2px}
.keys{font-size:12px;margin:6px 0 4px!important}kbd{font:inherit;padding:0 5px;border:1px solid var(--edge);border-radius:4px}
.time{display:flex;gap:1px;height:14px;margin-top:6px}.time a{flex:1 1 1px;min-width:1px;background:var(--good);border-radius:2px}.time .error{background:var(--bad)}.time .partial{background:var(--part)}.time .unanswered{background:var(--none)}.time a.dim{opacity:.15}
.line{margin:10px 0;white-space:pre-wrap;overflow-wrap:anywhere}.line b{opacity:.65;font-weight:600}.notice{opacity:.8}.run_end{font-weight:600}.request{font-size:13px;opacity:.75}
time{font-variant-numeric:tabular-nums;opacity:.6;font-size:13px}
.step{border:1px solid var(--edge);border-left:4px solid var(--good);border-radius:8px;margin:8px 0;padding:6px 12px;scroll-margin-top:190px}
.step.error{border-left-color:var(--bad)}.step.unanswered{border-left-color:var(--none)}.step.partial{border-left-color:var(--part)}
summary{cursor:pointer;overflow-wrap:anywhere}.badge{font-size:12px;padding:1px 8px;border-radius:9px;background:var(--soft)}.error>summary code{color:var(--bad)}.ms{opacity:.6;font-size:13px}
dl{margin:0 0 6px}dt{font-weight:600;margin-top:8px;opacity:.75}dd{margin:0}pre{margin:4px 0;padding:8px 10px;background:var(--soft);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;max-height:340px;overflow:auto}
.diff span{display:inline-block;width:100%}.plus{background:#2e7d4f33}.minus{background:#c0392b33}.head{opacity:.6}
img{display:block;max-width:100%;border:1px solid var(--edge);border-radius:8px}figure{position:relative;margin:8px 0;width:fit-content}.ring{position:absolute;width:26px;height:26px;margin:-13px 0 0 -13px;border:3px solid var(--bad);border-radius:50%;box-shadow:0 0 0 2px #fff8}[hidden]{display:none!important}
@media print{header{position:static}.tools,.keys,.time{display:none}}
`.trim();

const chinese: Record<string, string> = {
  trace: '运行记录',
  steps: '步',
  failures: '次失败',
  tokens: '令牌',
  search: '搜索',
  every: '所有结果',
  everytool: '所有工具',
  success: '成功',
  partial: '部分成功',
  error: '错误',
  unanswered: '没有结果',
  nextfailure: '下一个失败',
  unfold: '全部展开',
  fold: '全部折叠',
  keysstep: '下一步、上一步',
  keysfailure: '下一个失败',
  keyssearch: '搜索',
  keysfold: '全部展开或折叠',
  none: '没有符合条件的步骤。',
  why: '为什么',
  call: '调用',
  gate: '批准',
  where: '位置（之前）',
  result: '结果',
  effect: '效果',
  diff: '改动',
  data: '详细',
  after: '之后',
  next: '接下来做了什么',
  user: '你',
  assistant: '助手',
  notice: '提示',
  question: '提问',
  run_end: '结束',
  request: '离开本机的内容',
  kept: '留在本机',
  messages: '条消息',
  new: '条新',
  characters: '个字符',
  pictures: '张图片',
};

/** Behaviour of trace.html: search, filters, folding, jumping, language. */
export const traceScript = `
const zh=${JSON.stringify(chinese)},by=(id)=>document.getElementById(id),all=(query)=>[...document.querySelectorAll(query)];
const steps=all('.step'),bars=all('.time a'),search=by('search'),status=by('status'),tool=by('tool'),fold=by('fold');
const texts=steps.map((step)=>step.textContent.toLowerCase());
let language='en';
const say=(node)=>{const data=node.dataset;data.e??=node.textContent;node.textContent=language==='zh'&&zh[data.t]?(data.n?data.n+' ':'')+zh[data.t]:data.e};
const speak=(wanted)=>{language=wanted;document.documentElement.lang=wanted==='zh'?'zh-CN':'en';all('[data-t]').forEach(say);search.placeholder=wanted==='zh'?zh.search:'Search';by('language').textContent=wanted==='zh'?'English':'中文';refold()};
const refold=()=>{const open=steps.length>0&&steps.every((step)=>step.open);fold.textContent=language==='zh'?(open?zh.fold:zh.unfold):(open?'Fold all':'Unfold all')};
const show=()=>{const words=search.value.toLowerCase();let shown=0;steps.forEach((step,index)=>{step.hidden=!((!status.value||step.dataset.status===status.value)&&(!tool.value||step.dataset.tool===tool.value)&&texts[index].includes(words));bars[index].classList.toggle('dim',step.hidden);if(!step.hidden)shown++});const filtered=Boolean(words||status.value||tool.value);for(const line of all('.line'))line.hidden=filtered&&!(words&&!status.value&&!tool.value&&line.textContent.toLowerCase().includes(words));by('none').hidden=shown>0||!filtered};
const go=(step)=>{if(!step)return;step.scrollIntoView({block:'start'});step.querySelector('summary').focus({preventScroll:true})};
const here=()=>steps.indexOf(document.activeElement&&document.activeElement.closest('.step'));
const next=(way,wanted)=>{const list=way>0?steps.slice(here()+1):steps.slice(0,Math.max(0,here())).reverse();const rest=way>0?steps:[];return [...list,...(wanted?rest:[])].find((step)=>!step.hidden&&(!wanted||step.dataset.status===wanted))};
const fail=()=>{const step=next(1,'error');if(step){step.open=true;go(step)}};
search.addEventListener('input',show);status.addEventListener('change',show);tool.addEventListener('change',show);
const foldAll=()=>{const open=steps.some((step)=>!step.open);for(const step of steps)step.open=open;refold()};
fold.addEventListener('click',foldAll);by('failure').addEventListener('click',fail);by('language').addEventListener('click',()=>speak(language==='zh'?'en':'zh'));
for(const bar of bars)bar.addEventListener('click',(event)=>{event.preventDefault();const step=document.querySelector(bar.getAttribute('href'));step.open=true;go(step)});
document.addEventListener('keydown',(event)=>{if(event.ctrlKey||event.metaKey||event.altKey)return;if(event.key==='Escape'&&document.activeElement===search){search.value='';show();search.blur();return}if(event.target.closest('input,select'))return;const acts={j:()=>go(next(1)),k:()=>go(next(-1)),f:fail,'/':()=>search.focus(),e:foldAll};if(acts[event.key]){event.preventDefault();acts[event.key]()}});
if(/^zh/i.test(navigator.language))speak('zh');
`.trim();
