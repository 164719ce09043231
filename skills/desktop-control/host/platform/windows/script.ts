/**
 * What the helper does, in PowerShell, which every Windows has: libnut sends the pointer to the primary
 * display only (its coordinates are normalised to that one), rounds on the way, and measures in the units
 * of the process's DPI awareness. `SetCursorPos` and `CopyFromScreen` know the whole virtual desktop;
 * the thread says that it is per-monitor aware (version 2), so that every number is a physical pixel.
 *
 * A line in: `displays`, `pointer`, `move X Y` or `grab`. A line out: JSON, and for `grab` that many bytes after it.
 */
export const script = String.raw`
$ErrorActionPreference = 'Stop'
Add-Type -ReferencedAssemblies System.Drawing, System.Windows.Forms -TypeDefinition @'
using System;
using System.Drawing;
using System.Drawing.Imaging;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using System.Windows.Forms;

public static class DeskwrightDesktop {
  [StructLayout(LayoutKind.Sequential)] struct Place { public int X; public int Y; }
  [StructLayout(LayoutKind.Sequential)] struct Box { public int Left; public int Top; public int Right; public int Bottom; }
  [StructLayout(LayoutKind.Sequential)] struct Info { public int Size; public Box Monitor; public Box Work; public int Flags; }
  delegate bool Visit(IntPtr monitor, IntPtr context, ref Box box, IntPtr data);
  [DllImport("user32.dll")] static extern IntPtr SetThreadDpiAwarenessContext(IntPtr context);
  [DllImport("user32.dll")] static extern bool SetCursorPos(int x, int y);
  [DllImport("user32.dll")] static extern bool GetCursorPos(out Place place);
  [DllImport("user32.dll")] static extern bool EnumDisplayMonitors(IntPtr context, IntPtr clip, Visit visit, IntPtr data);
  [DllImport("user32.dll")] static extern bool GetMonitorInfo(IntPtr monitor, ref Info info);
  [DllImport("shcore.dll")] static extern int GetDpiForMonitor(IntPtr monitor, int kind, out uint x, out uint y);
  [DllImport("user32.dll")] static extern int GetSystemMetrics(int index);

  static readonly Stream output = Console.OpenStandardOutput();

  static void Say(string line) {
    byte[] bytes = Encoding.UTF8.GetBytes(line + "\n");
    output.Write(bytes, 0, bytes.Length);
    output.Flush();
  }

  static string Displays() {
    StringBuilder list = new StringBuilder();
    EnumDisplayMonitors(IntPtr.Zero, IntPtr.Zero, delegate(IntPtr monitor, IntPtr context, ref Box box, IntPtr data) {
      Info info = new Info(); info.Size = Marshal.SizeOf(typeof(Info));
      GetMonitorInfo(monitor, ref info);
      uint dpi = 96, other = 96;
      GetDpiForMonitor(monitor, 0, out dpi, out other);
      if (list.Length > 0) list.Append(',');
      list.Append("{\"x\":" + box.Left + ",\"y\":" + box.Top + ",\"width\":" + (box.Right - box.Left) + ",\"height\":" + (box.Bottom - box.Top) + ",\"primary\":" + ((info.Flags & 1) == 1 ? "true" : "false") + ",\"dpi\":" + dpi + "}");
      return true;
    }, IntPtr.Zero);
    return "{\"displays\":[" + list + "]}";
  }

  static string Pointer() {
    Place place;
    if (!GetCursorPos(out place)) return "{\"error\":\"the pointer can't be read: the screen is locked\"}";
    return "{\"x\":" + place.X + ",\"y\":" + place.Y + "}";
  }

  static void Grab() {
    // SM_XVIRTUALSCREEN and the three after it: the box around all displays.
    int x = GetSystemMetrics(76), y = GetSystemMetrics(77), width = GetSystemMetrics(78), height = GetSystemMetrics(79);
    using (Bitmap picture = new Bitmap(width, height, PixelFormat.Format32bppRgb)) {
      using (Graphics graphics = Graphics.FromImage(picture)) graphics.CopyFromScreen(x, y, 0, 0, new Size(width, height));
      BitmapData data = picture.LockBits(new Rectangle(0, 0, width, height), ImageLockMode.ReadOnly, PixelFormat.Format32bppRgb);
      byte[] bytes = new byte[width * height * 4];
      Marshal.Copy(data.Scan0, bytes, 0, bytes.Length);
      picture.UnlockBits(data);
      Say("{\"width\":" + width + ",\"height\":" + height + ",\"bytes\":" + bytes.Length + "}");
      output.Write(bytes, 0, bytes.Length);
      output.Flush();
    }
  }

  public static void Run() {
    // DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2
    SetThreadDpiAwarenessContext(new IntPtr(-4));
    Say("{\"ready\":true}");
    for (string line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine()) {
      string[] words = line.Split(' ');
      try {
        if (words[0] == "displays") Say(Displays());
        else if (words[0] == "pointer") Say(Pointer());
        else if (words[0] == "move") Say(SetCursorPos(int.Parse(words[1]), int.Parse(words[2])) ? "{}" : "{\"error\":\"Windows did not move the pointer\"}");
        else if (words[0] == "grab") Grab();
        else Say("{\"error\":\"unknown\"}");
      } catch (Exception fault) {
        Say("{\"error\":\"" + fault.Message.Replace("\\", "/").Replace("\"", "'").Replace("\r", " ").Replace("\n", " ") + "\"}");
      }
    }
  }
}
'@
[DeskwrightDesktop]::Run()
`;
