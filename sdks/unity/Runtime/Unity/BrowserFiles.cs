#nullable enable
#if UNITY_WEBGL && !UNITY_EDITOR
using System.Runtime.InteropServices;
#endif

namespace Playkeep.Unity
{
    /// <summary>Files of a game in a browser, which are in memory until they are written to the browser's own database.</summary>
    internal static class BrowserFiles
    {
        /// <summary>Begins to write them. Elsewhere than in a browser it does nothing.</summary>
        internal static void Write()
        {
#if UNITY_WEBGL && !UNITY_EDITOR
            PlaykeepWriteFiles();
#endif
        }

#if UNITY_WEBGL && !UNITY_EDITOR
        [DllImport("__Internal")]
        private static extern void PlaykeepWriteFiles();
#endif
    }
}
