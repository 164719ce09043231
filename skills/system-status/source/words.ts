import type { Limits } from './limits';
import type { Status } from './status';
import type { Warning } from './watcher';

type Language = 'en' | 'zh';

/** 1610612736 → "1.5 GB", as people count. */
export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[power] ?? ''}`;
}

export function warningText(warning: Warning, language: Language): string {
  switch (warning.code) {
    case 'DISK_FULL':
      return language === 'zh'
        ? `磁盘 ${warning.path} 已使用 ${warning.used}%，只剩 ${size(warning.available)}。`
        : `The disk at ${warning.path} is ${warning.used}% full; ${size(warning.available)} are left.`;
    case 'MEMORY_LOW':
      return language === 'zh' ? `内存已使用 ${warning.used}%。` : `Memory is ${warning.used}% used.`;
    case 'CPU_BUSY':
      return language === 'zh' ? `处理器已持续 ${warning.minutes} 分钟占用 ${warning.used}%。` : `The processors have been busy for ${warning.minutes} minutes (${warning.used}%).`;
  }
}

/** A line each for what was asked. */
export function statusText({ cpu, memory, disks, programs, uptime_seconds: uptime }: Status, language: Language): string {
  const zh = language === 'zh';
  const load = cpu?.load ? (zh ? `，负载 ${cpu.load.join(' ')}` : `, load ${cpu.load.join(' ')}`) : '';
  return [
    cpu && (zh ? `处理器：${cpu.processors} 个，占用 ${cpu.used_percent}%${load}` : `Processors: ${cpu.processors}, ${cpu.used_percent}% busy${load}`),
    memory && (zh ? `内存：共 ${size(memory.total_bytes)}，已用 ${memory.used_percent}%，可用 ${size(memory.available_bytes)}` : `Memory: ${size(memory.total_bytes)}, ${memory.used_percent}% used, ${size(memory.available_bytes)} available`),
    ...(disks ?? []).map((disk) => (zh ? `磁盘 ${disk.path}：共 ${size(disk.total_bytes)}，已用 ${disk.used_percent}%，剩余 ${size(disk.available_bytes)}` : `Disk ${disk.path}: ${size(disk.total_bytes)}, ${disk.used_percent}% used, ${size(disk.available_bytes)} left`)),
    programs && programs.length > 0 && `${zh ? '占用最多的程序：' : 'Busiest programs: '}${programs.map(({ name, cpu_percent: percent, memory_bytes: bytes }) => `${name} (${percent}%, ${size(bytes)})`).join(zh ? '、' : ', ')}`,
    uptime !== undefined && `${zh ? '已运行 ' : 'Up for '}${duration(uptime, zh)}`,
  ]
    .filter((line) => typeof line === 'string')
    .join('\n');
}

export function limitsText({ disk_percent: disk, memory_percent: memory, cpu_percent: cpu, cpu_minutes: minutes }: Limits, language: Language): string {
  const zh = language === 'zh';
  const never = zh ? '不提醒' : 'never';
  const over = (limit: number): string => (limit === 0 ? never : `${limit}%`);
  return zh
    ? `提醒界限：磁盘 ${over(disk)}，内存 ${over(memory)}，处理器 ${over(cpu)}（持续 ${minutes} 分钟）。`
    : `Warnings at: disk ${over(disk)}, memory ${over(memory)}, processors ${over(cpu)} (for ${minutes} minutes).`;
}

function duration(seconds: number, zh: boolean): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [days > 0 && `${days}${zh ? ' 天' : ' d'}`, (days > 0 || hours > 0) && `${hours}${zh ? ' 小时' : ' h'}`, `${minutes}${zh ? ' 分钟' : ' min'}`];
  return parts.filter((part) => typeof part === 'string').join(' ');
}
