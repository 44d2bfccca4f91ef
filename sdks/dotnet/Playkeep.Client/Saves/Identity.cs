using Playkeep.Http;

namespace Playkeep.Saves
{
    /// <summary>The token or the record is another player's. Nothing of this save is sent with it.</summary>
    internal sealed class OtherPlayerException : PlaykeepException
    {
        /// <param name="player">of the save</param>
        /// <param name="other">whom the token or the record names</param>
        internal OtherPlayerException(string player, string? other)
            : base(
                PlaykeepErrorCode.Unauthorized,
                "The token is of another player",
                $"the save is of {player}, the token of {other ?? "nobody"}"
            ) { }
    }

    /// <summary>A token whose <c>sub</c> is not the option <c>PlayerId</c>: only a record says whose it is.</summary>
    internal sealed class UnconfirmedPlayerException : PlaykeepException
    {
        internal UnconfirmedPlayerException()
            : base(PlaykeepErrorCode.Network, "It is not known yet whose the token is") { }
    }

    /// <summary>The player of a save. No change is sent with another player's token, on a device that several people use.</summary>
    internal sealed class Identity
    {
        private readonly bool _isGiven;
        private readonly string _player;
        private string? _confirmed;
        private (string Token, string Player)? _doubted;

        /// <param name="isGiven">the game named the player, whom a claim other than <c>sub</c> may hold</param>
        /// <param name="player">as the save names it</param>
        internal Identity(bool isGiven, string player)
        {
            _isGiven = isGiven;
            _player = player;
        }

        /// <summary>Before a write.</summary>
        internal void CheckToken(string token)
        {
            if (IsKnown(token))
                return;
            throw _isGiven ? (PlaykeepException)new UnconfirmedPlayerException() : new OtherPlayerException(_player, TokenSource.SubjectOf(token));
        }

        /// <param name="record">that was read</param>
        /// <param name="token">with which it was read</param>
        internal void CheckRecord(MetadataRecord record, string token)
        {
            if (record.PlayerId == _player)
            {
                _confirmed = token;
                return;
            }
            if (IsKnown(token))
                throw Judgement.AboutAnother();
            // One answer alone may be a mistake of somebody on the way.
            var witness = (token, record.PlayerId);
            if (witness.Equals(_doubted))
                throw new OtherPlayerException(_player, record.PlayerId);
            _doubted = witness;
            throw Judgement.AboutAnother();
        }

        private bool IsKnown(string token) => token == _confirmed || TokenSource.SubjectOf(token) == _player;
    }
}
