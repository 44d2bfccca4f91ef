using System.Security.Cryptography;

namespace Playkeep.Runtime
{
    /// <summary>Random identifiers: UUIDs of version 4 (RFC 9562), of the system's secure random numbers.</summary>
    internal static class RandomId
    {
        internal static string Make()
        {
            var bytes = new byte[16];
            using (var random = RandomNumberGenerator.Create())
                random.GetBytes(bytes);
            bytes[6] = (byte)((bytes[6] & 0x0f) | 0x40);
            bytes[8] = (byte)((bytes[8] & 0x3f) | 0x80);
            var hex = new System.Text.StringBuilder(36);
            for (var index = 0; index < bytes.Length; index += 1)
            {
                if (index == 4 || index == 6 || index == 8 || index == 10)
                    hex.Append('-');
                hex.Append(bytes[index].ToString("x2", System.Globalization.CultureInfo.InvariantCulture));
            }
            return hex.ToString();
        }
    }
}
